import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { nonNegativeDecimal, requestedDayOrNone } from '#platform/contract/value-schemas.ts'
import { decisionMessage } from './backoffice-contract.ts'
import { action, itn, pendingAuthorization } from './contract.ts'

export const decidedPeriod = z.enum(['week', 'month', 'quarter', 'year', 'any', 'dates'])
export const decidedOutcome = z.enum(['any', ...action.options])
export const decidedPerson = z.enum(['anyone', 'me'])
export const decidedState = z.enum(['standing', 'undone'])
export const decidedTiming = z.enum(['any', 'on time', 'late'])

export const maxSearchLength = 200

/** Filters of the list of decisions; by default, the last 30 days. */
export const decidedFilter = z.object({
  /**
   * Words to find in the ITN, incident, policy, patient, provider or name of the person who decided. All must match;
   * case and accents are ignored.
   */
  search: z.string().trim().max(maxSearchLength).default(''),
  period: decidedPeriod.default('month'),
  /** For the period `dates`: the first and last day in the portal's time zone; empty if it has none. */
  from: requestedDayOrNone,
  to: requestedDayOrNone,
  outcome: decidedOutcome.default('any'),
  decidedBy: decidedPerson.default('anyone'),
  /** Words to find in the name of the person who decided. All must match; case and accents are ignored. */
  decidedByName: z.string().trim().max(maxSearchLength).default(''),
  /** Undone decisions have the period and the order of their undo. */
  state: decidedState.default('standing'),
  timing: decidedTiming.default('any'),
  /** Client codes separated by commas. They only narrow the list; without any, it has all of the person's clients. */
  client: z.string().trim().max(4000).default(''),
})
export type DecidedFilter = z.infer<typeof decidedFilter>

const instant = z.string()

/** A decision with its bill. Times are instants in ISO 8601 format, in UTC ("Z"). */
export const decidedAuthorization = pendingAuthorization
  .pick({
    client: true,
    carrier: true,
    policy: true,
    incidentNumber: true,
    caseHash: true,
    patientName: true,
    providerName: true,
    serviceFrom: true,
    serviceTo: true,
  })
  .extend(decisionMessage.omit({ itn: true }).shape)
  .extend({
    itnNumber: z.string(),
    /** The person who approved first, if the approval needed a second one. */
    firstApprovedBy: z.string().nullable(),
    /** When the bill was received in this round; null for some old decisions. */
    receivedAt: instant.nullable(),
    /** When the decision was due; null without a rule, and for some old decisions. */
    dueAt: instant.nullable(),
    /** Whether the decision was released to the back office, that is, whether it has a position in the feed. */
    isSent: z.boolean(),
    /** When it was released; null if it was not released yet, and for old decisions. */
    sentAt: instant.nullable(),
    /** Whether the undo time is over. Only then does the decision have a letter. */
    isFinal: z.boolean(),
    /** When and by whom the decision was undone; null for one that stands. */
    undoneAt: instant.nullable(),
    undoneBy: z.string().nullable(),
  })
export type DecidedAuthorization = z.infer<typeof decidedAuthorization>

export const listDecidedAuthorizations = endpoint({
  method: 'POST',
  path: '/api/itn/decided',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'Decisions that stand, or those that were undone, newest first.',
  request: decidedFilter,
  response: z.object({
    decisions: z.array(decidedAuthorization),
    /** The message to show when more decisions match than the response can hold. */
    notice: z.string().nullable(),
  }),
})

/** A decision in the history of a bill, undone or not, with the bill as it was decided. */
export const historyDecision = decidedAuthorization
  .pick({
    id: true,
    round: true,
    incidentNumber: true,
    patientName: true,
    providerName: true,
    serviceFrom: true,
    serviceTo: true,
    action: true,
    decision: true,
    currency: true,
    totalCharge: true,
    patientResponsibility: true,
    maximumCovered: true,
    reason: true,
    comment: true,
    decidedBy: true,
    decidedAt: true,
    firstApprovedBy: true,
    receivedAt: true,
    dueAt: true,
    isSent: true,
    sentAt: true,
    isFinal: true,
  })
  .extend({
    undoneAt: instant.nullable(),
    /** The whole seconds that the person who asks has left to undo the decision; 0 if they cannot undo it. */
    undoSecondsLeft: z.int().nonnegative(),
  })
export type HistoryDecision = z.infer<typeof historyDecision>

/** An approval that needed a second person, confirmed or not. Amounts are plain decimals. */
export const approvalProposal = z.object({
  currency: z.string(),
  patientResponsibility: nonNegativeDecimal,
  maximumCovered: nonNegativeDecimal,
  proposedBy: z.string(),
  proposedAt: instant,
  /** Who withdrew it, and when; null if it stands. */
  withdrawnBy: z.string().nullable(),
  withdrawnAt: instant.nullable(),
})

export const authorizationHistory = z.object({
  bill: pendingAuthorization,
  isPending: z.boolean(),
  /** When the bill was changed, if the change began the current round; null if the round began with its receipt. */
  changedAt: instant.nullable(),
  /** Oldest first. */
  decisions: z.array(historyDecision),
  /** Oldest first. */
  proposals: z.array(approvalProposal),
})
export type AuthorizationHistory = z.infer<typeof authorizationHistory>

export const getAuthorizationHistory = endpoint({
  method: 'POST',
  path: '/api/itn/history',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'A bill with every decision and every proposed approval on it, including those that were undone or withdrawn.',
  request: z.object({ itn }),
  response: authorizationHistory,
})

export const openDecisionLetter = endpoint({
  method: 'POST',
  path: '/api/itn/letter',
  access: 'staff',
  features: [['clientAuth']],
  form: true,
  summary:
    'The letter about a decision, with the text of the client. Returns 404 for an undone decision and 409 while the decision can still be undone.',
  request: z.object({ DecisionId: z.string().max(40) }),
  response: binaryResponse('application/pdf'),
})

const count = z.int().nonnegative()

/** The period of the decisions; by default, the last 30 days. */
export const metricsPeriod = decidedFilter.pick({ period: true, from: true, to: true })
export type MetricsPeriod = z.infer<typeof metricsPeriod>

/** The figures of a client code, or of all of them together. */
const figures = z.object({
  /** Bills that are pending now, whatever the period. */
  open: count,
  /** Decisions that were not undone, by outcome. */
  decided: z.record(action, count),
  /** The median time from receipt to decision, in minutes; null without decisions whose receipt is known. */
  medianMinutes: count.nullable(),
  /** Decisions that had a due time, and how many of them were made by then. */
  withDueTime: count,
  onTime: count,
})
export type Figures = z.infer<typeof figures>

export const clientMetrics = figures.extend({ client: z.string(), carrier: z.string() })
export type ClientMetrics = z.infer<typeof clientMetrics>

export const readMetrics = endpoint({
  method: 'POST',
  path: '/api/itn/metrics',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Figures of the authorizations of each of the user’s clients: open now, decided by outcome, median time to the decision, and how many decisions with a due time were made on time. An overdue bill counts there only once it is decided.',
  request: metricsPeriod,
  response: z.object({ clients: z.array(clientMetrics), total: figures }),
})
