import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { typedDay } from '#platform/web/date-field/typed-day.ts'
import { type CaseRow, listCurrentActivity, searchPatients } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { faultOfPatientSearch, faultsOfActivitySearch } from '../../rules.ts'
import type { SearchName, SearchPath } from '../case-pages.ts'
import {
  type ActivityValues,
  activityValues,
  type ClientsChosen,
  type PatientValues,
  patientValues,
} from './search-values.ts'

export type Found = { patients: CaseRow[]; notice: string | null }
export type Faults<Values> = Partial<Record<keyof Values, string>>

/** What tells the two searches for cases apart. */
export type SearchKind<Values extends ClientsChosen> = {
  /** Where session storage keeps the search, and local storage the rows per page. */
  name: SearchName
  sizeKey: string
  path: SearchPath
  title: string
  values: z.ZodType<Values>
  empty: Values
  faultsOf: (values: Values, codes: readonly string[]) => Faults<Values>
  find: (values: Values, codes: string[], signal: AbortSignal) => Promise<Found>
  failed: string
  nothing: { sentence: string; advice: string }
}

const everybody = { allClients: true, clients: [] }

/** Patients by one thing that is known of them (second specification, section 5). */
export const patientSearch: SearchKind<PatientValues> = {
  name: 'patientSearch',
  sizeKey: 'PatientSearch_ResultSize',
  path: '/patient-search',
  title: messages.patientSearch,
  values: patientValues,
  empty: { searchType: 'NAMEL', searchTerm: '', ...everybody },
  faultsOf: (values, codes) => {
    const searchTerm = faultOfPatientSearch(values.searchType, termOf(values))
    return {
      ...(searchTerm && { searchTerm }),
      ...(codes.length === 0 && { clients: messages.clientMissing }),
    }
  },
  find: (values, codes, signal) => {
    const { searchType } = values
    return call(searchPatients, { searchType, searchTerm: termOf(values), client: codes.join() }, signal)
  },
  failed: messages.patientsFailed,
  nothing: { sentence: messages.noPatients, advice: messages.noPatientsAdvice },
}

/** Incidents in which something happened between two days. */
export const currentActivity: SearchKind<ActivityValues> = {
  name: 'currentActivity',
  sizeKey: 'CurrentActivity_ResultSize',
  path: '/current-activity',
  title: messages.currentActivity,
  values: activityValues,
  empty: { startDate: '', endDate: '', activityList: ['ALL'], ...everybody },
  faultsOf: (values, codes) => faultsOfActivitySearch(activityOf(values, codes)),
  find: (values, codes, signal) => call(listCurrentActivity, activityOf(values, codes), signal),
  failed: messages.activityFailed,
  nothing: { sentence: messages.noIncidents, advice: messages.noIncidentsAdvice },
}

function termOf({ searchType, searchTerm }: PatientValues): string {
  return searchType === 'DOB' ? (typedDay(searchTerm) ?? '') : searchTerm.trim()
}

function activityOf({ startDate, endDate, activityList }: ActivityValues, codes: readonly string[]) {
  return {
    startDate: typedDay(startDate) ?? '',
    endDate: typedDay(endDate) ?? '',
    clients: [...codes],
    activityList,
  }
}
