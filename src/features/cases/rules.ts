import type { Features } from '#clients/contract.ts'
import { parseDay } from '#platform/contract/date-format.ts'
import { validateNoteText } from '#platform/contract/normalize-text.ts'
import {
  type ActivityKind,
  type CaseRow,
  type IncidentKey,
  incidentNumberLength,
  type SearchType,
} from './contract.ts'
import { messages } from './messages.ts'

/** The maximum number of incidents in a response. */
export const maxRows = 1000

/** Validates a patient search. Returns an error message, or undefined if it is valid. */
export function validatePatientSearch(type: SearchType, term: string): string | undefined {
  if (type === 'DOB') return parseDay(term) ? undefined : messages.dateMissing
  if (isBlank(term)) return messages.termMissing
  if (type === 'CLAIMNO' && term.length !== incidentNumberLength) return messages.incidentNumberLength
  return undefined
}

/** Names match regardless of accents, so a term that consists only of accents would match every patient. */
const isBlank = (term: string) => term.normalize('NFD').replaceAll(/[\p{M}\p{Cf}\s]/gu, '') === ''

/** A name as typed. Without a first name, it is the beginning of a last name. */
export type TypedName = { last: string; first?: string }

/** A term with more words than this is treated only as a last name. */
const maxNameWords = 6

/** Parses a name: "Last, First" as displayed; without a comma, as "Last", "First Last" and "Last First". */
export function parseNames(term: string): TypedName[] {
  const [last = '', ...rest] = term.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '))
  if (rest.length > 0) return [{ last, first: rest.join(', ') }]
  const words = last.split(' ')
  if (words.length > maxNameWords) return [{ last }]
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  return [
    { last },
    ...splits.flatMap(([one = '', other = '']) => [
      { last: other, first: one },
      { last: one, first: other },
    ]),
  ]
}

export type ActivitySearch = {
  startDate: string
  endDate: string
  clients: readonly string[]
  activityList: readonly ActivityKind[]
}

/** Validates a current-activity search. Returns an error message for each invalid field. */
export function validateActivitySearch(
  search: ActivitySearch,
): Partial<Record<keyof ActivitySearch, string>> {
  const [start, end] = [parseDay(search.startDate), parseDay(search.endDate)]
  const endError = end ? start && validateSpan(start, end) : messages.dateMissing
  return {
    ...(!start && { startDate: messages.dateMissing }),
    ...(endError && { endDate: endError }),
    ...(search.clients.length === 0 && { clients: messages.clientMissing }),
    ...(search.activityList.length === 0 && { activityList: messages.kindMissing }),
  }
}

/** Returns the first error message of a current-activity search; undefined if it is valid. */
export const firstActivitySearchError = (search: ActivitySearch): string | undefined =>
  Object.values(validateActivitySearch(search))[0]

function validateSpan(start: string, end: string): string | undefined {
  if (end < start) return messages.datesReversed
  return wholeMonthsBetween(start, end) > 5 ? messages.spanTooLong : undefined
}

/** Builds the key of an incident in a request: its number, with the patient and client it must belong to. */
export const toIncidentKey = ({ incidentNumber, patientCode, client }: Required<IncidentKey>) => ({
  incidentNumber,
  patientCode,
  client,
})

/** Parses comma-separated client codes; undefined if there are none, which means all clients. */
export const parseClientCodes = (text: string): string[] | undefined =>
  text.trim() === '' ? undefined : text.split(',').map((code) => code.trim())

/** Counts the whole months between two dates (YYYY-MM-DD). */
function wholeMonthsBetween(start: string, end: string): number {
  const [startYear = 0, startMonth = 0, startDay = 0] = start.split('-').map(Number)
  const [endYear = 0, endMonth = 0, endDay = 0] = end.split('-').map(Number)
  return (endYear - startYear) * 12 + endMonth - startMonth - (endDay < startDay ? 1 : 0)
}

/** A result row with an incident. */
export type Incident = CaseRow & { incidentNumber: string }

/** Whether a result row has an incident. */
export const isIncident = (row: CaseRow | undefined): row is Incident => Boolean(row?.incidentNumber)

/** The prefix of the IDs of notes that staff write; imported notes cannot have such an ID. */
export const staffNotePrefix = 'portal:'

/** Validates the text of a note. Returns an error message, or undefined if it is valid. */
export const validateNote = (text: string): string | undefined => validateNoteText(text, noteFaults)

/** The messages for an invalid note. */
export const noteFaults = { missing: messages.noteMissing, tooLong: messages.noteTooLong }

/** Names a bill by its ITN. Many ITNs begin with these letters. */
export const labelItn = (itn: string): string => (/^ITN/i.test(itn) ? itn : `ITN ${itn}`)

/** Returns the age in years on a day; both are dates (YYYY-MM-DD). */
export const ageOn = (dateOfBirth: string, day: string): number =>
  Math.floor(wholeMonthsBetween(dateOfBirth, day) / 12)

/** The case sections linked from the results. Each is a page below its search. */
export const listedSections = ['medical-records', 'case-documents', 'billing', 'notes'] as const
export type ListedSection = (typeof listedSections)[number]

/** All sections: the overview, those above and the timeline. */
export const caseSections = ['overview', ...listedSections, 'timeline'] as const
export type CaseSection = (typeof caseSections)[number]

/** The path of a case search. The paths of its sections begin with it. */
export type SearchPath = '/patient-search' | '/current-activity'

/** Returns the path of a case section for a result row. */
export const sectionPath = (path: SearchPath, section: CaseSection, row: string) =>
  `${path}/${section}?row=${encodeURIComponent(row)}`

/** What decides under which search the cases of a client open. */
export type CaseFeatures = Pick<Features, 'patientSearch' | 'currentActivity'>

/** Whether a client has cases: either search grants access to them. */
export const hasCases = (features: CaseFeatures | undefined): boolean =>
  features !== undefined && (features.patientSearch || features.currentActivity)

/** Returns the path of the search under which the cases of a client open: the patient search if there is one. */
export const chooseSearchPath = ({ patientSearch }: CaseFeatures): SearchPath =>
  patientSearch ? '/patient-search' : '/current-activity'

/** Returns the path of the overview of a client's case. */
export const buildCasePath = (features: CaseFeatures, row: string): string =>
  sectionPath(chooseSearchPath(features), 'overview', row)

/** Returns the path of Current Activity, which opens with this search. */
export const activityPath = ({ startDate, endDate, activityList }: Omit<ActivitySearch, 'clients'>): string =>
  `/current-activity?${new URLSearchParams({ from: startDate, to: endDate, kinds: activityList.join(' ') })}`

/** An entry of the feed, which may have an instant. */
type Dated = { day: string; timestamp?: string; at?: string }

/** Sorts entries newest first. On a day, entries with a time come first; the others keep their order. */
export const byNewest = (one: Dated, other: Dated): number =>
  compareText(other.day, one.day) || compareText(getInstant(other), getInstant(one))

const getInstant = ({ timestamp, at }: Dated) => timestamp ?? at ?? ''

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
