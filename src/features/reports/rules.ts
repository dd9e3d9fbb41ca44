import { dayFrom, shownDay, years } from '#platform/contract/calendar.ts'
import { messages } from './messages.ts'

/** A report as it is asked for, before anybody knows whether that will do. */
export type ReportAsked = {
  /** The code of the report; empty where none is chosen. */
  reportCode: string
  /** Whether that report takes several clients; without a report the form offers several. */
  multiClient: boolean
  /** Client codes. */
  clients: readonly string[]
  /** Days as YYYY-MM-DD or M/D/YYYY. */
  startDate: string
  endDate: string
}

export type ReportField = 'clients' | 'reportCode' | 'startDate' | 'endDate'

/** What is wrong, and the fields at which it can be mended. */
export type ReportFault = { fields: readonly ReportField[]; sentence: string }

/** What is wrong with a report as it is asked for, in the order of the second specification, section 5; empty when nothing is. */
export function faultsOfReport({ reportCode, multiClient, clients, ...dates }: ReportAsked): ReportFault[] {
  const [start, end] = [dayFrom(dates.startDate), dayFrom(dates.endDate)]
  const missing = datesOf.filter((field) => dates[field] === '')
  const unknown = datesOf.filter((field) => dates[field] !== '' && !dayFrom(dates[field]))
  const isReversed = start && end && start > end
  const faults: ReportFault[] = [
    { fields: multiClient && clients.length === 0 ? ['clients'] : [], sentence: messages.clientsMissing },
    { fields: !multiClient && clients.length !== 1 ? ['clients'] : [], sentence: messages.clientMissing },
    { fields: reportCode === '' ? ['reportCode'] : [], sentence: messages.reportMissing },
    { fields: isReversed ? ['startDate'] : [], sentence: messages.datesReversed },
    { fields: missing, sentence: messages.datesMissing },
    { fields: unknown, sentence: messages.datesUnknown(years.first, years.last) },
  ]
  return faults.filter(({ fields }) => fields.length > 0)
}

const datesOf = ['startDate', 'endDate'] as const

/** A period of days (YYYY-MM-DD) as people read it: "1/1/2026 – 6/30/2026". */
export const shownPeriod = (first: string, last: string): string => `${shownDay(first)} – ${shownDay(last)}`
