import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { formatDecimal } from '#platform/contract/money.ts'
import { nonNegativeDecimal, requestedUuid } from '#platform/contract/value-schemas.ts'

/**
 * The actions: approve, deny, additional info needed, and other – special handling (second specification,
 * section 4).
 */
export const action = z.enum(['A', 'D', 'I', 'O'])
export type Action = z.infer<typeof action>

/** The ITN of a bill. */
export const itn = z.string().trim().min(1).max(40)

/** A bill that is waiting for a decision. */
export const pendingAuthorization = z.object({
  itnNumber: z.string(),
  /** The number of times the bill has been submitted or changed. Each round of a bill has at most one decision. */
  round: z.number().int(),
  /** The client's code; `carrier` is the client's label. */
  client: z.string(),
  carrier: z.string(),
  hmo: z.string().nullable(),
  policy: z.string().nullable(),
  incidentNumber: z.string().nullable(),
  /** The key of the incident's case in addresses, if the portal has the case. */
  caseHash: z.string().nullable(),
  /** Whether the incident's file has an image of the bill with this ITN. */
  billImage: z.boolean(),
  /** Whether the back office submitted the bill with a PDF. */
  submittedPdf: z.boolean(),
  /** The number of comments of staff. */
  comments: z.int().nonnegative(),
  patientName: z.string(),
  providerName: z.string(),
  /** Display text: "3/4/2026", or "3/4/2026-3/9/2026". */
  datesOfService: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  /**
   * For display only. The next field is authoritative: a plain decimal ("1234.50") with the currency's
   * decimals.
   */
  totalCharge: z.number(),
  totalChargeAmount: nonNegativeDecimal,
  totalChargeFormatted: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  receivedAt: z.string(),
  /** Time since `receivedAt` according to the server's clock, in whole minutes. */
  waitingMinutes: z.number().int(),
  /**
   * The time at which a decision is due under the client's due rule: an instant in ISO 8601 format, in UTC ("Z"); null
   * without a rule.
   */
  dueAt: z.string().nullable(),
  /** Time until `dueAt` according to the server's clock, in whole minutes; negative once overdue. */
  dueInMinutes: z.number().int().nullable(),
  /** The person whom the bill is assigned to; null if unassigned, or if the person may no longer decide it. */
  assignee: z.object({ id: z.string(), name: z.string(), isMe: z.boolean() }).nullable(),
  /** The name of the person whom the bill is assigned to but who may no longer decide it; otherwise null. */
  formerAssignee: z.string().nullable(),
  /** The approval that needs a second person; null without one in this round. Amounts are plain decimals. */
  proposal: z
    .object({
      by: z.string(),
      isMine: z.boolean(),
      at: z.string(),
      patientResponsibility: nonNegativeDecimal,
      maximumCovered: nonNegativeDecimal,
    })
    .nullable(),
})
export type PendingAuthorization = z.infer<typeof pendingAuthorization>

/** A version of the list, as an earlier response named it. */
export const listVersion = z.string().max(20_000)

export const listPendingAuthorizations = endpoint({
  method: 'POST',
  path: '/api/itn/bills',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Lists pending authorizations: those with a due time first, soonest first; then the others, longest wait first.',
  request: z.object({
    /**
     * The codes of the chosen clients. They only narrow the list; if the field is missing, all of the user's
     * clients are included.
     */
    clients: z.array(z.string().trim().max(20)).max(500).optional(),
    /** Whether the page reads the list again by itself, because it has changed. This is audited as such. */
    isReload: z.boolean().optional(),
    /** The version that the page has. The response then has only what has changed since, if the server can tell. */
    since: listVersion.optional(),
  }),
  response: z.object({
    bills: z.array(pendingAuthorization),
    /**
     * Null if `bills` is the whole list. Otherwise, `bills` are the added and changed ones, and these are the ITNs of
     * those that are no longer pending.
     */
    removed: z.array(z.string()).nullable(),
    /** The time at which the list was read, by the server's clock: an instant in ISO 8601 format, in UTC ("Z"). */
    readAt: z.string(),
    /** The message to show when more bills are pending than the response can hold. */
    notice: z.string().nullable(),
    /** Whether the user may make decisions on these bills. */
    mayDecide: z.boolean(),
    /** By client code: the amounts by currency above which approvals need a second person; zero if not named. */
    secondPersonAbove: z.record(z.string(), z.record(z.string(), z.number())),
    /** The version of the list, to send as `since`. */
    version: z.string(),
  }),
})

export const lookupItem = z.object({ code: z.string(), description: z.string() })
export type LookupItem = z.infer<typeof lookupItem>

export const listDenialReasons = endpoint({
  method: 'GET',
  path: '/api/itn/denylist',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'The available reasons for denial.',
  request: z.object({}),
  response: z.object({ lookupItems: z.array(lookupItem) }),
})

export const listInfoNeeded = endpoint({
  method: 'GET',
  path: '/api/itn/infolist',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'The available kinds of additional information.',
  request: z.object({}),
  response: z.object({ lookupItems: z.array(lookupItem) }),
})

/** An amount or code. Numbers are converted to decimal text; the rules validate the content. */
const amountOrCode = z.union([z.string().trim(), z.number().transform(formatDecimal)]).nullish()

export const processAuthorization = endpoint({
  method: 'POST',
  path: '/api/itn/process',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Decides a bill. Send only the fields of one action. Returns 200 when decided, 422 if the request is invalid, or 409 if the bill was already decided, changed or resubmitted. If it was already decided, `decision` states the decision, the user and the time. An approval above the client’s `secondPersonAbove` is only proposed (`isProposal`) until another person approves the same amounts; a different approval above it returns 409, as does a second one by the same person. An approval above the client’s `stepUpAbove` returns 403 with the reason `step-up` until the person signs in again as `www-authenticate` asks (RFC 9470). Errors carry `statusCode` and `message`.',
  headers: { idempotencyKey: 'idempotency-key' },
  request: z.object({
    itn,
    /** For an approval: both amounts with their currencies. */
    patientResponsibility: amountOrCode,
    patientResponsibilityCurrency: amountOrCode,
    maximumCovered: amountOrCode,
    maximumCoveredCurrency: amountOrCode,
    /** For a denial: the code of the reason. For additional info needed: the code of the information. */
    denialCode: amountOrCode,
    additionalInfo: amountOrCode,
    /** For special handling: the comment. */
    otherSpecialHandling: z.string().nullish(),
    /**
     * The round that the user saw, if known. If the bill is now in a later round, the response is 409.
     */
    round: z.number().nullish(),
    /** Repeating a request with the same key returns the first response. */
    idempotencyKey: z.string().optional(),
  }),
  response: z.object({
    statusCode: z.literal(200),
    message: z.string(),
    /** The id that the decision will have in the back-office feed. */
    decisionId: z.uuid().optional(),
    /**
     * The end of the user's time to undo the decision: an instant in ISO 8601 format, in UTC ("Z"). A response
     * repeated for an idempotency key returns the original value, even after an undo.
     */
    undoUntil: z.string().optional(),
    /** Whether the approval is only proposed: a second person has to approve the same amounts. */
    isProposal: z.boolean().optional(),
    /** The client's undo time in seconds; 0 if the decision cannot be undone. */
    undoSeconds: z.number().int().optional(),
  }),
})

export const undoDecision = endpoint({
  method: 'POST',
  path: '/api/itn/undo',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Undoes the user’s own decision within the client’s undo time (30 seconds by default), before it is released to the back office. The bill is pending again in the same round. Returns 403 for another user’s decision, and 409 if there is no decision to undo, if the undo time has passed, if the decision was already undone, or if the bill was changed or resubmitted.',
  request: z.object({
    itn,
    /**
     * The id that `/api/itn/process` returned. If it is missing, the last decision on the bill is undone. While the bill
     * is still pending, a repeated undo with this id returns 200 again.
     */
    decisionId: requestedUuid.optional(),
  }),
  response: z.object({ message: z.string() }),
})

export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/itn/withdraw',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Withdraws the proposed approval of a bill, one’s own or a colleague’s. Returns 409 if the bill has none.',
  request: z.object({ itn }),
  response: z.object({ message: z.string() }),
})

/** The earlier decision that caused a 409: the `decision` member of the problem details (RFC 9457). */
export const earlierDecision = z.object({
  action,
  /** The decision as text: "approved", "denied", "additional info needed" or "special handling". */
  decision: z.string(),
  by: z.string(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  at: z.string(),
})
export type EarlierDecision = z.infer<typeof earlierDecision>

export const openItnPdf = endpoint({
  method: 'POST',
  path: '/api/itn/pdf',
  access: 'staff',
  features: [['clientAuth']],
  form: true,
  summary: 'A bill as a PDF. `ahead=true` marks a prefetch, which is audited as such.',
  request: z.object({ itn, ahead: z.string().max(20).optional() }),
  response: binaryResponse('application/pdf'),
})

export const recordBillView = endpoint({
  method: 'POST',
  path: '/api/itn/shown',
  access: 'staff',
  features: [['clientAuth']],
  summary: 'Records in the audit trail that a prefetched bill is now being viewed.',
  request: z.object({ itn }),
  response: z.object({}),
})
