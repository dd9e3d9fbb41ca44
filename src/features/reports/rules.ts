import { formatDay, parseDay, years } from '#platform/contract/date-format.ts'
import { messages } from './messages.ts'

/** A report request before validation. */
export type ReportInput = {
  /** The report code; empty if none is selected. */
  reportCode: string
  /** Whether the report allows several clients. */
  multiClient: boolean
  /** Client codes. */
  clients: readonly string[]
  /** Days as YYYY-MM-DD or M/D/YYYY. */
  startDate: string
  endDate: string
}

type ReportField = 'clients' | 'reportCode' | 'startDate' | 'endDate'

/** An error and the fields it applies to. */
export type ReportError = { fields: readonly ReportField[]; sentence: string }

/** Validates a report request and lists its errors in the order of the second specification, section 5. */
export function validateReport({ reportCode, multiClient, clients, ...dates }: ReportInput): ReportError[] {
  const [start, end] = [parseDay(dates.startDate), parseDay(dates.endDate)]
  const missing = dateFields.filter((field) => dates[field] === '')
  const unknown = dateFields.filter((field) => dates[field] !== '' && !parseDay(dates[field]))
  const isReversed = start && end && start > end
  const faults: ReportError[] = [
    { fields: multiClient && clients.length === 0 ? ['clients'] : [], sentence: messages.clientsMissing },
    { fields: !multiClient && clients.length !== 1 ? ['clients'] : [], sentence: messages.clientMissing },
    { fields: reportCode === '' ? ['reportCode'] : [], sentence: messages.reportMissing },
    { fields: isReversed ? ['startDate'] : [], sentence: messages.datesReversed },
    { fields: missing, sentence: messages.datesMissing },
    { fields: unknown, sentence: messages.datesUnknown(years.first, years.last) },
  ]
  return faults.filter(({ fields }) => fields.length > 0)
}

const dateFields = ['startDate', 'endDate'] as const

/** Formats a period of days (YYYY-MM-DD): "1/1/2026 – 6/30/2026". */
export const formatPeriod = (first: string, last: string): string =>
  `${formatDay(first)} – ${formatDay(last)}`
