import { z } from 'zod'
import { itn } from '#authorizations/contract.ts'
import { billSums } from '#cases/case-contract.ts'
import { eitherSearch } from '#cases/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { day, decimal, requestedDay, requestedDayOrNone } from '#platform/contract/value-schemas.ts'
import { caseSelection } from './case-list-contract.ts'
import { reportCriteria } from './contract.ts'

export const billState = z.enum(['any', 'unpriced', 'settled', 'in review', 'denied'])

/** What the savings are broken down by, apart from currency, client and time. */
export const billGroup = z.enum(['provider', 'status', 'network', 'type', 'place', 'group'])
export type BillGroup = z.infer<typeof billGroup>

/** Selects the bills that a figure of a report counts, by the day on which they were processed. */
export const billSelection = z.object({
  firstDay: requestedDay,
  lastDay: requestedDay,
  /** A currency (ISO 4217) and client codes (separated by commas); empty for all. */
  billCurrency: z.string().max(3).default(''),
  client: z.string().max(4000).default(''),
  billState: billState.default('any'),
  /** The bills with this value of a group, with none, or with a value that the report does not list by name. */
  billGroup: billGroup.or(z.literal('')).default(''),
  billValue: z.string().max(300).default(''),
  billMatch: z.enum(['value', 'none', 'others']).default('value'),
})
export type BillSelection = z.infer<typeof billSelection>

/** A value: text, a date, an exact amount with its currency, an exact percentage, or a number of a unit. */
export const reportValue = z.union([
  z.string(),
  z.null(),
  z.object({ day }),
  z.object({ amount: decimal, currency: z.string() }),
  z.object({ percent: decimal }),
  z.object({ count: z.number(), unit: z.enum(['', 'days']) }),
])
export type ReportValue = z.infer<typeof reportValue>

const linked = {
  /** The bills that the value counts; null if it counts none, or no bills. */
  bills: billSelection.nullable(),
  /** The cases or authorizations that the value counts, if it counts any. */
  cases: caseSelection.optional(),
}

/** A key figure with its parts, and the same figure of earlier periods. */
export const reportFigure = z.object({
  label: z.string(),
  value: reportValue,
  /** Whether it is money that was saved. */
  isSaving: z.boolean(),
  ...linked,
  parts: z.array(z.object({ label: z.string(), value: reportValue, ...linked })),
  earlier: z.array(
    z.object({
      label: z.string(),
      period: z.string(),
      value: reportValue,
      /** The change since then, such as "+16.2%"; null if there is nothing to compare with. */
      change: z.string().nullable(),
      ...linked,
    }),
  ),
})
export type ReportFigure = z.infer<typeof reportFigure>

const reportRow = z.object({
  label: z.string(),
  /** The label on the axis of a chart. */
  axis: z.string(),
  values: z.array(reportValue),
  /** What each value counts, if it is not what the row counts. */
  valueCases: z.array(caseSelection.nullable()).optional(),
  ...linked,
  /** The row key of the case that the row is about, if any. */
  caseRow: z.string().nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

/** A table and, above it, a chart of one of its columns. */
export const reportTable = z.object({
  title: z.string(),
  heading: z.string(),
  columns: z.array(z.string()),
  rows: z.array(reportRow),
  total: reportRow.nullable(),
  chart: z.object({ kind: z.enum(['columns', 'bars']), column: z.int() }).nullable(),
  note: z.string().nullable(),
})
export type ReportTable = z.infer<typeof reportTable>

/** A part of a report: one currency, or all of it. */
export const reportSection = z.object({
  title: z.string().nullable(),
  figures: z.array(reportFigure),
  /** What the figures leave out, with the bills. */
  notes: z.array(z.object({ text: z.string(), ...linked })),
  sums: billSums.nullable(),
  tables: z.array(reportTable),
})
export type ReportSection = z.infer<typeof reportSection>

/** A report as the page shows it. */
export const reportView = z.object({
  name: z.string(),
  first: day,
  last: day,
  /** The names of the clients, with their codes. */
  clients: z.array(z.string()),
  /** When the figures were read (ISO 8601 with Z). */
  readAt: z.string(),
  /** What the dates are, such as "Bills, by the date they were processed". */
  basis: z.string(),
  /** How the figures are computed. */
  explanation: z.string(),
  /** The parts; none if there is no data. */
  sections: z.array(reportSection),
})
export type ReportView = z.infer<typeof reportView>

export const showReport = endpoint({
  method: 'POST',
  path: '/api/reports/view',
  access: 'staff',
  summary:
    'The figures of a report, from the same queries as its PDF. 404 for a report that the client does not have, 422 for invalid criteria.',
  request: reportCriteria,
  response: reportView,
})

/** A bill as the list of a report shows it. Amounts are exact decimals; null until repricing. */
export const reportBill = z.object({
  client: z.string(),
  itn: z.string(),
  incidentNumber: z.string(),
  /** The row key of its case. */
  caseRow: z.string(),
  providerName: z.string(),
  serviceFrom: day,
  serviceTo: day,
  processedDate: day,
  paymentStatus: z.string(),
  currency: z.string(),
  charges: decimal,
  repriced: decimal.nullable(),
  saved: decimal.nullable(),
  savedPercent: decimal.nullable(),
})
export type ReportBill = z.infer<typeof reportBill>

/** The number of bills in a response, and the most that a request can ask for. */
export const billsPerPage = 50
export const maxBillsPerPage = 5000

export const listReportBills = endpoint({
  method: 'POST',
  path: '/api/reports/bills',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'The bills that a figure of a report counts, last processed first, 50 at a time or as many as asked for.',
  request: z.object({
    ...billSelection.shape,
    /** The last bill of the previous response: its processed date and ITN. */
    afterDay: requestedDayOrNone,
    afterItn: itn.or(z.literal('')).default(''),
    limit: z.int().min(1).max(maxBillsPerPage).default(billsPerPage),
  }),
  response: z.object({
    bills: z.array(reportBill),
    /** Whether more bills follow. */
    hasMore: z.boolean(),
    /** The sums of all selected bills, by currency, with the first response only. */
    sums: z.array(
      z.object({ currency: z.string(), bills: z.int(), charges: decimal, repriced: decimal, saved: decimal }),
    ),
  }),
})
