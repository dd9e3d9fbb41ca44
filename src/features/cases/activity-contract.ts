import { z } from 'zod'
import { action } from '#authorizations/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { day, nonNegativeDecimal } from '#platform/contract/value-schemas.ts'
import { activityKind, caseDocument, eitherSearch, incidentKey, medicalRecord } from './contract.ts'

export const note = z.object({
  hash: z.string(),
  /** An instant in ISO 8601 format, in UTC ("Z"). */
  timestamp: z.string(),
  type: z.string(),
  author: z.string(),
  /** The note as written: plain text, never HTML. */
  noteText: z.string(),
})
export type Note = z.infer<typeof note>

export const listNotes = endpoint({
  method: 'POST',
  path: '/api/notes',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The notes on an incident, oldest first.',
  request: incidentKey,
  response: z.object({ notes: z.array(note) }),
})

/**
 * The kinds of activity on a timeline: medical records and case documents added, bills processed, notes
 * written.
 */
export const timelineKind = activityKind.exclude(['ALL', 'NEW'])
export type TimelineKind = z.infer<typeof timelineKind>

export const timelineEntry = z.object({
  day,
  kind: timelineKind,
  /** The number of items of this kind on this day. */
  count: z.int().positive(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** The day in the portal's time zone under which the feed shows an entry. */
const onDay = { day }

const noteEntry = note.extend({ ...onDay, kind: z.literal('NOTES') })
export const recordEntry = medicalRecord.omit({ dateAdded: true }).extend({ ...onDay, kind: z.literal('MR') })
export const documentEntry = caseDocument
  .omit({ dateAdded: true })
  .extend({ ...onDay, kind: z.literal('CASE') })

export const billEntry = z.object({
  ...onDay,
  kind: z.literal('BILLS'),
  itn: z.string(),
  providerName: z.string(),
  serviceFrom: day,
  serviceTo: day,
  currency: z.string(),
  totalCharges: nonNegativeDecimal,
  repricedAmount: nonNegativeDecimal.nullable(),
  /** Null until the bill is repriced. */
  savings: z.string().nullable(),
  savingsPercent: z.string().nullable(),
  /** Null until the bill is processed; the entry is then shown on the last day of service. */
  processedDate: day.nullable(),
  paymentStatus: z.string(),
})

export const authorizationEntry = z.object({
  ...onDay,
  kind: z.literal('AUTH'),
  itn: z.string(),
  round: z.int(),
  providerName: z.string(),
  currency: z.string(),
  totalCharge: nonNegativeDecimal,
  /** The instant of the decision or, of a pending authorization, of its receipt. */
  at: z.string(),
  /** Null while a decision is pending. */
  action: action.nullable(),
  decidedBy: z.string().nullable(),
  patientResponsibility: nonNegativeDecimal.nullable(),
  maximumCovered: nonNegativeDecimal.nullable(),
  /** The reason for denial, the information needed, or the comment. */
  reason: z.string().nullable(),
})

/** What happened to an authorization: it was received, or decided in one of its rounds. */
export const timelineAuthorization = authorizationEntry
  .pick({ day: true, itn: true, round: true, currency: true, totalCharge: true, maximumCovered: true })
  .extend({
    /** The decision; null for the receipt. */
    action: action.nullable(),
    /** Whether a decision on this round is still pending. */
    isPending: z.boolean(),
  })
export type TimelineAuthorization = z.infer<typeof timelineAuthorization>

export const readTimeline = endpoint({
  method: 'POST',
  path: '/api/casetimeline',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'Activity counts of an incident by day and kind, and what happened to its authorizations, oldest first.',
  request: incidentKey,
  response: z.object({
    timeline: z.array(timelineEntry),
    /** Pending and decided authorizations, oldest first; none for a client without authorizations. */
    authorizations: z.array(timelineAuthorization),
    /** The number of unprocessed bills, which have no date yet. */
    waitingBills: z.int().nonnegative(),
  }),
})

export type CaseTimeline = z.infer<typeof readTimeline.response>

/** An entry of the feed: activity of a case with its content. */
export const feedEntry = z.discriminatedUnion('kind', [
  noteEntry,
  recordEntry,
  documentEntry,
  billEntry,
  authorizationEntry,
])
export type FeedEntry = z.infer<typeof feedEntry>
export type FeedKind = FeedEntry['kind']
export type BillEntry = z.infer<typeof billEntry>
export type AuthorizationEntry = z.infer<typeof authorizationEntry>

/** The maximum number of entries of each kind in a feed: the newest ones. */
export const maxFeedEntries = 200

export const readFeed = endpoint({
  method: 'POST',
  path: '/api/casefeed',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The activity of an incident with its content, newest first: the newest 200 entries of each kind.',
  request: incidentKey,
  response: z.object({
    entries: z.array(feedEntry),
    /** All items of each kind, including those that the feed leaves out. */
    counts: z.object({ NOTES: z.int(), MR: z.int(), CASE: z.int(), BILLS: z.int(), AUTH: z.int() }),
  }),
})
export type Feed = z.infer<typeof readFeed.response>

export const addNote = endpoint({
  method: 'POST',
  path: '/api/casenote',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'Writes a note on an incident, signed with the name of the person. Repeating a request with the same `noteId` returns the same note. Returns 404 for a missing incident and 422 for a text that is empty or too long.',
  request: incidentKey.extend({
    /** Chosen by the page, so that a repeated request does not write the note twice. */
    noteId: z.uuid(),
    /** Plain text of 1 to 4,000 characters. */
    noteText: z.string(),
  }),
  response: note,
})
