import { z } from 'zod'
import { type ActiveCaseRow, listCurrentActivity, searchPatients } from '#cases/contract.ts'
import { messages } from '#cases/messages.ts'
import { type SearchPath, validateActivitySearch, validatePatientSearch } from '#cases/rules.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { call } from '#platform/web/api-client.ts'
import {
  allClientsSelected,
  type ClientSelection,
} from '#platform/web/multi-client-search/client-selection.ts'
import type { SearchKind } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { localStore } from '#platform/web/storage.ts'
import { firstView, type ListView } from '#platform/web/table/use-data-table.ts'
import { resolveQuickRange } from './quick-ranges.tsx'
import { type ActivityValues, activityValues, type PatientValues, patientValues } from './search-values.ts'

export type Found = { patients: ActiveCaseRow[]; notice: string | null }

const byPatientName = firstView('patientName')
const byNewest: ListView = { pageIndex: 0, sorting: [{ id: 'activity', desc: true }] }

/** Whether the person wants current activity in order of time. */
const newestFirst = localStore('activityNewestFirst', z.boolean())

/**
 * Remembers the order of current activity, if the person has chosen one of its two orders. Returns whether it is
 * another one than before.
 */
export function rememberOrder({ sorting: [sorted] }: ListView): boolean {
  const before = newestFirst.get()
  if (sorted?.id === 'activity' && sorted.desc) newestFirst.set(true)
  else if (sorted?.id === 'patientName') newestFirst.remove()
  return newestFirst.get() !== before
}

/** The differences between the two case searches. */
export type CaseSearchKind<Values extends ClientSelection> = SearchKind<Values, Found> & {
  /** Local storage key of the page size. */
  sizeKey: string
  path: SearchPath
  title: string
  nothing: { sentence: string; advice: string }
}

/** Searches patients by one attribute (second specification, section 5). */
export const patientSearch: CaseSearchKind<PatientValues> = {
  name: 'patientSearch',
  sizeKey: 'PatientSearch_ResultSize',
  path: '/patient-search',
  title: messages.patientSearch,
  values: patientValues,
  empty: { searchType: 'NAMEL', searchTerm: '', ...allClientsSelected },
  validate: (values, codes) => {
    const searchTerm = validatePatientSearch(values.searchType, parseTerm(values))
    return {
      ...(searchTerm && { searchTerm }),
      ...(codes.length === 0 && { clients: messages.clientMissing }),
    }
  },
  find: (values, codes, signal) => {
    const { searchType } = values
    return call(searchPatients, { searchType, searchTerm: parseTerm(values), client: codes.join() }, signal)
  },
  failed: messages.patientsFailed,
  countRows: ({ patients }) => patients.length,
  firstView: () => byPatientName,
  nothing: { sentence: messages.noPatients, advice: messages.noPatientsAdvice },
}

/** Searches incidents with activity between two days. */
export const currentActivity: CaseSearchKind<ActivityValues> = {
  name: 'currentActivity',
  sizeKey: 'CurrentActivity_ResultSize',
  path: '/current-activity',
  title: messages.currentActivity,
  values: activityValues,
  empty: { startDate: '', endDate: '', activityList: ['ALL'], ...allClientsSelected },
  opensWith: () => ({ ...resolveQuickRange('lastSevenDays'), activityList: ['ALL'], ...allClientsSelected }),
  validate: (values, codes) => validateActivitySearch(toActivitySearch(values, codes)),
  find: (values, codes, signal) => call(listCurrentActivity, toActivitySearch(values, codes), signal),
  failed: messages.activityFailed,
  countRows: ({ patients }) => patients.length,
  firstView: () => (newestFirst.get() ? byNewest : byPatientName),
  nothing: { sentence: messages.noIncidents, advice: messages.noIncidentsAdvice },
}

function parseTerm({ searchType, searchTerm }: PatientValues): string {
  return searchType === 'DOB' ? (parseDate(searchTerm) ?? '') : searchTerm.trim()
}

function toActivitySearch({ startDate, endDate, activityList }: ActivityValues, codes: readonly string[]) {
  return {
    startDate: parseDate(startDate) ?? '',
    endDate: parseDate(endDate) ?? '',
    clients: [...codes],
    activityList,
    ...(newestFirst.get() && { newestFirst: true }),
  }
}
