import { z } from 'zod'
import { pendingAuthorization } from '#authorizations/contract.ts'
import { eitherSearch } from '#cases/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { day, decimal } from '#platform/contract/value-schemas.ts'

/** The first part of the query keys of the home page. */
export const todayQueryKey = 'today'

const count = z.int().nonnegative()
/** One count for each of eight weeks of seven days, oldest first. The last week ends today. */
const weekly = z.array(count).length(8)

/** The savings of one currency, by the day on which bills were processed. */
export const savings = z.object({
  /** ISO 4217. */
  currency: z.string(),
  /** Charges of all bills. */
  charges: decimal,
  /** Charges minus repriced amounts, for repriced bills only. */
  saved: decimal,
  /** `saved` as a percentage of `charges`; null without charges. */
  savedPercent: decimal.nullable(),
  /** The same percentage for the six months before. */
  previousPercent: decimal.nullable(),
  /** The current month and the five before it, oldest first. `month` is its first day. */
  months: z.array(z.object({ month: day, saved: decimal })).length(6),
})
export type Savings = z.infer<typeof savings>

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/today/figures',
  access: 'staff',
  features: [['clientAuth', ...eitherSearch]],
  summary:
    'Figures for the home page, without personal data. A figure is null if the current client lacks its feature.',
  request: z.object({}),
  response: z.object({
    /** How many authorizations were pending at the end of each week, and the oldest wait in whole minutes. */
    pending: z.object({ history: weekly, oldestMinutes: count.nullable() }).nullable(),
    /** How many incidents were entered in each week. */
    newCases: weekly.nullable(),
    /** How many bills were processed in each week. */
    billsProcessed: weekly.nullable(),
    /** The currencies of the last six months, most bills first. */
    savings: z.array(savings).nullable(),
    /** How many cases were opened in an emergency and wait for a review by the person, if they review it. */
    unreviewedEmergencies: count.optional(),
  }),
})
export type Figures = z.infer<typeof getFigures.response>

export const waitingAuthorization = pendingAuthorization.pick({
  itnNumber: true,
  client: true,
  patientName: true,
  providerName: true,
  totalChargeFormatted: true,
  waitingMinutes: true,
})
export type WaitingAuthorization = z.infer<typeof waitingAuthorization>

export const listLongestWaiting = endpoint({
  method: 'GET',
  path: '/api/today/waiting',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'The five authorizations that have waited longest, how many are pending, and the ITN that the queue has first.',
  request: z.object({}),
  response: z.object({
    authorizations: z.array(waitingAuthorization),
    pending: count,
    /** The ITN to review next: the one due soonest; without due times, the one that has waited longest. */
    next: z.string().nullable(),
  }),
})

export const pendingOfClient = z.object({ id: z.string(), pending: count, oldestMinutes: count.nullable() })
export type PendingOfClient = z.infer<typeof pendingOfClient>

export const listPendingByClient = endpoint({
  method: 'GET',
  path: '/api/today/clients',
  access: 'internal',
  summary:
    'The number of pending authorizations of each client that decides them, and the oldest wait in whole minutes, without personal data.',
  request: z.object({}),
  response: z.object({ clients: z.array(pendingOfClient) }),
})

/** What can be new: bills processed, an authorization that waits, pages added, a note, or an incident entered. */
export const newsKind = z.enum(['bills', 'authorization', 'records', 'documents', 'note', 'case'])
export type NewsKind = z.infer<typeof newsKind>

/** Something new: an authorization, a note, or what one incident received on one day. */
export const newsEntry = z.object({
  kind: newsKind,
  /** The day in the portal's time zone, and the instant in ISO 8601 format ("Z") if it is known. */
  day,
  at: z.string().nullable(),
  /** The number of bills, records or documents; otherwise 1. */
  items: count,
  /** The pages of records or documents. */
  pages: count.nullable(),
  /** The case's `hash` as in search results; null for an authorization. */
  row: z.string().nullable(),
  /** The ITN of an authorization. */
  itn: z.string().nullable(),
  incidentNumber: z.string().nullable(),
  patientName: z.string(),
  /** The incident's description, the beginning of the note, or the provider of an authorization. */
  detail: z.string(),
  /** The author of a note. */
  author: z.string().nullable(),
  /** The total charge of an authorization, formatted for display. */
  totalCharge: z.string().nullable(),
  /** What was saved on repriced bills, by currency. */
  saved: z.array(z.object({ currency: z.string(), amount: decimal })),
})
export type NewsEntry = z.infer<typeof newsEntry>

export const listNews = endpoint({
  method: 'GET',
  path: '/api/today/news',
  access: 'staff',
  features: [['currentActivity']],
  summary:
    'What is new since the beginning of yesterday: a count for each kind, and five entries, at least one of each kind as far as they go, newest first.',
  request: z.object({}),
  response: z.object({ counts: z.record(newsKind, count), entries: z.array(newsEntry).max(5) }),
})
export type News = z.infer<typeof listNews.response>
