import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { formatDecimal } from '#platform/contract/money.ts'
import { nonNegativeDecimal, requestedUuid } from '#platform/contract/value-schemas.ts'
import { action, openItnPdf } from './contract.ts'

const decidedAmount = nonNegativeDecimal.nullable()

/** A decision in the back-office feed. */
export const decisionMessage = z.object({
  /** Stable across deliveries, so that clients can skip decisions they have already processed. */
  id: z.uuid(),
  itn: z.string(),
  round: z.number().int(),
  /** The client's code. */
  client: z.string(),
  action,
  decision: z.string(),
  currency: z.string(),
  totalCharge: nonNegativeDecimal,
  /** For an approval: both amounts. */
  patientResponsibility: decidedAmount,
  maximumCovered: decidedAmount,
  /** For a denial or a request for information: the code and its description from the list. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** For special handling: the comment. */
  comment: z.string().nullable(),
  /** The name of the person. */
  decidedBy: z.string(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  decidedAt: z.string(),
})
export type DecisionMessage = z.infer<typeof decisionMessage>

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/backoffice/decisions',
  access: 'service',
  summary:
    'Decisions in feed order, after the id `after` or from the start. A decision appears once it can no longer be undone. Repeating a request with the same `after` returns the same decisions, so none are lost in transfer.',
  request: z.object({
    after: z.union([requestedUuid, z.literal('')]).default(''),
    limit: z.coerce.number().int().min(1).max(1000).default(500),
  }),
  response: z.object({ decisions: z.array(decisionMessage) }),
})

/** A notification to the back office that could not be delivered yet. */
export const undeliveredNotification = z.object({
  /** The id of the decision in the feed, which is also the `webhook-id`. */
  id: z.uuid(),
  /** The position of the decision in the feed. */
  position: z.number(),
  createdAt: z.iso.datetime(),
  /** Sent again and not attempted since, waiting for another attempt, or given up. */
  state: z.enum(['sending', 'waiting', 'given up']),
  attempts: z.number(),
  /** The status or error code of the last attempt. */
  error: z.string(),
  attemptedAt: z.iso.datetime(),
  /** The time of the next attempt. */
  dueAt: z.iso.datetime(),
})
export type UndeliveredNotification = z.infer<typeof undeliveredNotification>

export const listUndeliveredNotifications = endpoint({
  method: 'GET',
  path: '/api/undelivered-notifications',
  access: 'internal',
  summary:
    'Undelivered notifications for the back office: given up, waiting for another attempt, or being sent again.',
  request: z.object({}),
  response: z.object({
    /** The host that notifications are sent to; null if they are turned off. */
    host: z.string().nullable(),
    notifications: z.array(undeliveredNotification),
  }),
})

export const sendNotificationAgain = endpoint({
  method: 'POST',
  path: '/api/undelivered-notifications/{id}',
  access: 'internal',
  summary: 'Retries an undelivered notification to the back office now.',
  request: z.object({ id: requestedUuid }),
  response: z.object({ state: z.literal('waiting') }),
})

/** The largest PDF of a bill, in bytes. */
export const maxPdfBytes = 10 * (1 << 20)

/** Whether a bill was new, was submitted again, or was known with the same values and only got its PDF. */
export const intakeOutcome = z.enum(['added', 'resubmitted', 'known'])

const cell = z.string().max(300)

/** Beyond this number of digits, a JSON number can differ from what was sent. */
const exactDigits = 15
const isExact = (number: number) => formatDecimal(number).replaceAll(/^[-0.]+|\./g, '').length <= exactDigits

/** An amount as text, or as a number, which becomes text. */
const amountCell = z
  .union([cell, z.number()])
  .refine((amount) => typeof amount === 'string' || isExact(amount))
  .transform((amount) => (typeof amount === 'number' ? formatDecimal(amount) : amount))

export const submitItn = endpoint({
  method: 'POST',
  path: '/api/backoffice/itns',
  access: 'service',
  summary:
    'Accepts a bill that needs a decision, with its PDF, under the rules for importing pending authorizations. The same request gets the same response again. Returns 400 if a field is missing or has the wrong type; 409 if the bill already exists with different content, belongs to another client, was approved or denied, or was received again later; with `Retry-After`, the bill cannot change until the undo time of a decision is over. Returns 413 if the PDF is larger than 10 MB; 422 if a field or the PDF is invalid. A later `receivedAt` opens the next round.',
  request: z.object({
    itn: cell,
    /** A client code that the token may use. */
    client: cell,
    hmo: cell.nullish(),
    policy: cell.nullish(),
    incidentNumber: cell.nullish(),
    patientName: cell,
    providerName: cell,
    /** Dates: YYYY-MM-DD. */
    serviceFrom: cell,
    serviceTo: cell,
    /** A decimal string with the decimals of the currency, or a number of at most 15 digits. */
    totalCharge: amountCell,
    /** ISO 4217. */
    currency: cell,
    /** An instant in ISO 8601 format with a time zone. */
    receivedAt: cell,
    /** The PDF of the bill in Base64, at most 10 MB before encoding. */
    pdf: z.string().min(1),
  }),
  response: z.object({ itn: z.string(), round: z.number().int(), outcome: intakeOutcome }),
})

export const openSubmittedBill = endpoint({
  method: 'POST',
  path: '/api/itn/submitted',
  access: 'staff',
  features: [['clientAuth']],
  form: true,
  summary: 'The PDF of a bill as the back office submitted it, without active content.',
  request: openItnPdf.request.omit({ ahead: true }),
  response: binaryResponse('application/pdf'),
})
