import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { requestedDayOrNone } from '#platform/contract/value-schemas.ts'

export const auditPeriod = z.enum(['week', 'month', 'quarter', 'year', 'any', 'dates'])

const text = z.string().trim().max(200).default('')

/** Filters of the audit trail, all of which must match; empty if they do not limit it. By default, the last 7 days. */
export const auditFilter = z.object({
  /**
   * The name, email address or ID of a person, or else a part of names; the name of a member account, a service token
   * or any other actor.
   */
  person: text,
  /** The client code and the patient code, with a space: entries that show the patient. */
  patient: text,
  /** Entries that show this case. */
  incidentNumber: text,
  /** The ITN of a bill: entries about the bill, or that show it. */
  itn: text,
  /** The ID of a client, or one of its codes. */
  client: text,
  action: text,
  period: auditPeriod.default('week'),
  /** For the period `dates`: the first and last day in the portal's time zone; empty if it has none. */
  from: requestedDayOrNone,
  to: requestedDayOrNone,
})
export type AuditFilter = z.infer<typeof auditFilter>

const detailValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Who acted, as the trail has it: the ID of a person, or the name of a program. */
  actor: z.string(),
  /** The name of the person or the member account; null for programs. */
  person: z.string().nullable(),
  action: z.string(),
  /** What the action was about. */
  subject: z.string(),
  /** The name of the person, if it was about one. */
  subjectName: z.string().nullable(),
  /** The names of the clients whose rows it was about. */
  clients: z.array(z.string()),
  address: z.string().nullable(),
  /** The reference of the request, which the log has too. */
  reference: z.string().nullable(),
  /** What else is known, with the names of people in place of their IDs. */
  detail: z.record(z.string(), detailValue),
  /** The first cases, bills and letters that a read showed, and how many there were. */
  shown: z.array(z.string()),
  shownCount: z.int().nonnegative(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** A person who was shown more than the limit of their role within an hour. */
export const readingAlert = z.object({
  person: z.string(),
  at: z.iso.datetime(),
  rows: z.int(),
  limit: z.int(),
  /** Why they went on, and when they said so; null if they have not. */
  reason: z.string().nullable(),
})
export type ReadingAlert = z.infer<typeof readingAlert>

export const listAuditEntries = endpoint({
  method: 'POST',
  path: '/api/audit/entries',
  access: 'internal',
  summary:
    'Entries of the audit trail, newest first. The call itself leaves an entry. 403 without the right to read the trail.',
  request: auditFilter.extend({
    /** The ID of an entry: only entries before it. */
    beforeEntry: z.int().positive().nullable().default(null),
  }),
  response: z.object({
    entries: z.array(auditEntry),
    /** The entry before which there are more; null at the end. */
    nextBefore: z.int().nullable(),
    /** The alerts of the last 7 days, newest first, whatever the filter. */
    alerts: z.array(readingAlert),
    /** What to correct, if no patient, case, bill or client matches the filter. */
    notice: z.string().nullable(),
  }),
})
