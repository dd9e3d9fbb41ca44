import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { action, decisionEvent, pendingAuthorization } from './contract.ts'

export const decidedPeriod = z.enum(['week', 'month', 'quarter', 'year', 'any'])
export const decidedOutcome = z.enum(['any', ...action.options])
export const decidedPerson = z.enum(['anyone', 'me'])
export const decidedTiming = z.enum(['any', 'in time', 'late'])

export const maxSearchLength = 200

/** What a list of decisions is limited to; by default, the last 30 days. */
export const decidedFilter = z.object({
  /** Words that the ITN, incident, policy, patient, provider or deciding person contains, in any case. */
  search: z.string().trim().max(maxSearchLength).default(''),
  period: decidedPeriod.default('month'),
  outcome: decidedOutcome.default('any'),
  decidedBy: decidedPerson.default('anyone'),
  timing: decidedTiming.default('any'),
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
  .extend(decisionEvent.omit({ itn: true }).shape)
  .extend({
    itnNumber: z.string(),
    /** When the bill was received in this round; null for some old decisions. */
    receivedAt: instant.nullable(),
    /** When the decision was due; null without a rule, and for some old decisions. */
    dueAt: instant.nullable(),
    /** Whether the back office can read the decision. */
    isSent: z.boolean(),
    /** Since when; null for old decisions. */
    sentAt: instant.nullable(),
  })
export type DecidedAuthorization = z.infer<typeof decidedAuthorization>

export const listDecidedAuthorizations = endpoint({
  method: 'POST',
  path: '/api/itn/decided',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'The decisions that stand, newest first.',
  request: decidedFilter,
  response: z.object({
    decisions: z.array(decidedAuthorization),
    /** The message to show when more decisions match than the response can hold. */
    notice: z.string().nullable(),
  }),
})

/** A decision in the history of a bill, undone or not. */
export const historyDecision = decidedAuthorization
  .pick({
    id: true,
    round: true,
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
    dueAt: true,
    isSent: true,
    sentAt: true,
  })
  .extend({
    undoneAt: instant.nullable(),
    /** Whether the undo time is over. */
    isFinal: z.boolean(),
  })
export type HistoryDecision = z.infer<typeof historyDecision>

export const authorizationHistory = z.object({
  bill: pendingAuthorization,
  isPending: z.boolean(),
  /** When the current round began with a change of the bill; null if the bill was received in it. */
  changedAt: instant.nullable(),
  /** Oldest first. */
  decisions: z.array(historyDecision),
})
export type AuthorizationHistory = z.infer<typeof authorizationHistory>

export const getAuthorizationHistory = endpoint({
  method: 'POST',
  path: '/api/itn/history',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'A bill with every decision on it: those that stand and those that were undone.',
  request: z.object({ itn: z.string().trim().min(1).max(40) }),
  response: authorizationHistory,
})
