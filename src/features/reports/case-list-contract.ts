import { z } from 'zod'
import { itn } from '#authorizations/contract.ts'
import { type ActivityKind, eitherSearch } from '#cases/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { day, decimal, requestedDay, requestedDayOrNone } from '#platform/contract/value-schemas.ts'

/** What reports call the kinds of activity of the case search, which date them the same way. */
const eventKinds = {
  NEW: 'case',
  MR: 'record',
  CASE: 'document',
  BILLS: 'bill',
  NOTES: 'note',
} as const satisfies Record<Exclude<ActivityKind, 'ALL'>, string>

/** The kinds of case events in reports. */
export const caseEventKind = z.enum(Object.values(eventKinds))
export type CaseEventKind = z.infer<typeof caseEventKind>

const selected = {
  firstDay: requestedDay,
  lastDay: requestedDay,
  /** Client codes, separated by commas; empty for all. */
  client: z.string().max(4000).default(''),
}

/** Selects the cases with activity in a period, of one kind or of any. */
export const activitySelection = z.object({
  list: z.literal('cases'),
  ...selected,
  kind: caseEventKind.or(z.literal('')).default(''),
})
export type ActivitySelection = z.infer<typeof activitySelection>

/** Selects the authorizations received in a period that are still pending, by currency and by wait. */
export const pendingSelection = z.object({
  list: z.literal('authorizations'),
  ...selected,
  billCurrency: z.string().max(3).default(''),
  /** The index of the waiting time in `waitSpans`; empty for all. */
  span: z.string().regex(/^\d?$/).default(''),
})
export type PendingSelection = z.infer<typeof pendingSelection>

/** Selects the cases or the pending authorizations that a figure of a report counts. */
export const caseSelection = z.union([activitySelection, pendingSelection])
export type CaseSelection = z.infer<typeof caseSelection>

/** A case with the number of its events that the figure counts. */
export const reportCase = z.object({
  client: z.string(),
  incidentNumber: z.string(),
  /** The row key of the case. */
  caseRow: z.string(),
  patientName: z.string(),
  description: z.string(),
  enterDate: day,
  lastDay: day,
  events: z.int(),
})
export type ReportCase = z.infer<typeof reportCase>

/** A pending authorization. */
export const reportAuthorization = z.object({
  client: z.string(),
  itn: z.string(),
  incidentNumber: z.string().nullable(),
  /** The row key of its case, if it has one. */
  caseRow: z.string().nullable(),
  patientName: z.string(),
  providerName: z.string(),
  /** When it was received (ISO 8601 with Z). */
  receivedAt: z.string(),
  days: z.int(),
  currency: z.string(),
  total: decimal,
})
export type ReportAuthorization = z.infer<typeof reportAuthorization>

/** The number of rows in a response, and the most that a request can ask for. */
export const casesPerPage = 50
export const maxCasesPerPage = 5000

const limit = z.int().min(1).max(maxCasesPerPage).default(casesPerPage)

export const listReportCases = endpoint({
  method: 'POST',
  path: '/api/reports/cases',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'The cases that a figure of a report counts, newest activity first, 50 at a time or as many as asked for.',
  request: z.object({
    ...activitySelection.omit({ list: true }).shape,
    /** The last case of the previous response: its last activity and incident number. */
    afterDay: requestedDayOrNone,
    afterIncident: z.string().max(20).default(''),
    limit,
  }),
  response: z.object({
    cases: z.array(reportCase),
    /** Whether more cases follow. */
    hasMore: z.boolean(),
    /** The number of all selected cases and of their events, with the first response only. */
    sums: z.object({ cases: z.int(), events: z.int() }).nullable(),
  }),
})

export const listReportAuthorizations = endpoint({
  method: 'POST',
  path: '/api/reports/authorizations',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'The pending authorizations that a figure of a report counts, longest waiting first, 50 at a time or as many as asked for.',
  request: z.object({
    ...pendingSelection.omit({ list: true }).shape,
    /** The last authorization of the previous response: when it was received, and its ITN. */
    afterTime: z.iso.datetime().or(z.literal('')).default(''),
    afterItn: itn.or(z.literal('')).default(''),
    limit,
  }),
  response: z.object({
    authorizations: z.array(reportAuthorization),
    /** Whether more authorizations follow. */
    hasMore: z.boolean(),
    /** The number of all selected authorizations and their amounts, by currency, with the first response only. */
    sums: z.array(z.object({ currency: z.string(), count: z.int(), total: decimal })),
  }),
})
