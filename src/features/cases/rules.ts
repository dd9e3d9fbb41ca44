import { dayFrom } from '#platform/contract/calendar.ts'
import { type ActivityKind, type IncidentKey, incidentNumberLength, type SearchType } from './contract.ts'
import { messages } from './messages.ts'

/** How many incidents an answer holds at most. */
export const mostRows = 1000

/** What is wrong with a patient search, in a sentence; undefined when nothing is. */
export function faultOfPatientSearch(type: SearchType, term: string): string | undefined {
  if (type === 'DOB') return dayFrom(term) ? undefined : messages.dateMissing
  if (isNothing(term)) return messages.termMissing
  if (type === 'CLAIMNO' && term.length !== incidentNumberLength) return messages.incidentNumberLength
  return undefined
}

/** Names are compared without accents: of accents alone nothing is left, by which everybody would be found. */
const isNothing = (term: string) => term.normalize('NFD').replaceAll(/[\p{M}\p{Cf}\s]/gu, '') === ''

export type ActivitySearch = {
  startDate: string
  endDate: string
  clients: readonly string[]
  activityList: readonly ActivityKind[]
}

/** What is wrong with a search of the current activity, in a sentence at each field; empty when nothing is. */
export function faultsOfActivitySearch(
  search: ActivitySearch,
): Partial<Record<keyof ActivitySearch, string>> {
  const [start, end] = [dayFrom(search.startDate), dayFrom(search.endDate)]
  const endFault = end ? start && faultOfSpan(start, end) : messages.dateMissing
  return {
    ...(!start && { startDate: messages.dateMissing }),
    ...(endFault && { endDate: endFault }),
    ...(search.clients.length === 0 && { clients: messages.clientMissing }),
    ...(search.activityList.length === 0 && { activityList: messages.kindMissing }),
  }
}

/** The first of them. */
export const faultOfActivitySearch = (search: ActivitySearch): string | undefined =>
  Object.values(faultsOfActivitySearch(search))[0]

function faultOfSpan(start: string, end: string): string | undefined {
  if (end < start) return messages.datesReversed
  return wholeMonthsBetween(start, end) > 5 ? messages.spanTooLong : undefined
}

/** What names an incident in a call: its number, with the patient and the client it has to belong to. */
export const keyOf = ({ incidentNumber, patientCode, client }: Required<IncidentKey>) => ({
  incidentNumber,
  patientCode,
  client,
})

/** The client codes that a text with commas between names; undefined where it names none, which means all. */
export const codesIn = (text: string): string[] | undefined =>
  text.trim() === '' ? undefined : text.split(',').map((code) => code.trim())

/** How many whole months lie between two days (YYYY-MM-DD). */
export function wholeMonthsBetween(start: string, end: string): number {
  const [startYear = 0, startMonth = 0, startDay = 0] = start.split('-').map(Number)
  const [endYear = 0, endMonth = 0, endDay = 0] = end.split('-').map(Number)
  return (endYear - startYear) * 12 + endMonth - startMonth - (endDay < startDay ? 1 : 0)
}
