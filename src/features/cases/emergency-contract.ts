import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { normalizeText } from '#platform/contract/normalize-text.ts'
import { day } from '#platform/contract/value-schemas.ts'
import { eitherSearch, incidentNumber } from './contract.ts'

/** The length of a reason, in characters. */
export const emergencyReasonLength = { min: 10, max: 500 } as const

/** The maximum length of the note of a review, in characters. */
export const reviewNoteLength = 500

/** How many cases a person can have open in an emergency at a time. */
export const maxOpenAccesses = 3

const writtenText = (max: number) => z.string().overwrite(normalizeText).max(max)

/** A case that is open in an emergency. */
const openAccess = z.object({
  id: z.uuid(),
  incidentNumber: z.string(),
  /** The key of the case's row. */
  row: z.string(),
  endsAt: z.iso.datetime(),
})
export type OpenAccess = z.infer<typeof openAccess>

export const openInEmergency = endpoint({
  method: 'POST',
  path: '/api/emergency-access',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'Opens one case of the current client outside the codes of the person, read only, for the client’s `emergencyMinutes`. Every attempt leaves an audit entry. 403 with the reason `step-up` until the person signs in again as `www-authenticate` asks (RFC 9470); 404 if no case has this number and date of birth, or the client or the person has no emergency access; 409 if the person sees the case anyway, or has too many open; 422 for a reason without enough visible characters or a day that does not exist; 429 after several attempts that matched no case.',
  request: z.object({
    incidentNumber,
    /** The patient’s date of birth. */
    dateOfBirth: day,
    reason: writtenText(emergencyReasonLength.max),
  }),
  response: openAccess,
})

export const listOwnAccesses = endpoint({
  method: 'GET',
  path: '/api/emergency-access',
  access: 'staff',
  features: [eitherSearch],
  summary: 'The cases that the session has open in an emergency.',
  request: z.object({}),
  response: z.object({ accesses: z.array(openAccess) }),
})

export const endAccess = endpoint({
  method: 'POST',
  path: '/api/emergency-access/{id}/end',
  access: 'staff',
  features: [eitherSearch],
  summary: 'Ends an access of the person early. 404 for any other, and for one that has ended.',
  request: z.object({ id: z.uuid() }),
  response: z.object({ endedAt: z.iso.datetime() }),
})

/** What was read through an access: when first, when last, and how often. */
const emergencyRead = z.object({
  at: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  times: z.int(),
  /** As in the audit trail. */
  action: z.string(),
  /** The incident or the ITN. */
  subject: z.string(),
  /** The pages of a document, if it is one. */
  pages: z.object({ first: z.int(), last: z.int() }).nullable(),
})
export type EmergencyRead = z.infer<typeof emergencyRead>

const review = z.object({ person: z.string(), at: z.iso.datetime(), note: z.string() })

/** An access as its reviewers see it. */
const reviewedAccess = z.object({
  id: z.uuid(),
  person: z.string(),
  incidentNumber: z.string(),
  row: z.string().nullable(),
  reason: z.string(),
  openedAt: z.iso.datetime(),
  /** When it ended or will end. */
  endsAt: z.iso.datetime(),
  isOpen: z.boolean(),
  /** Whether it ended before its time: by the person, a review, or the end of the session. */
  wasEnded: z.boolean(),
  /** Everything that was read, each thing once, oldest first. */
  reads: z.array(emergencyRead),
  /** How often something was read. */
  readCount: z.int(),
  review: review.nullable(),
  /** Whether the person who asks can review it: it is somebody else’s, and has not been reviewed. */
  mayReview: z.boolean(),
})
export type ReviewedAccess = z.infer<typeof reviewedAccess>

export const listAccesses = endpoint({
  method: 'GET',
  path: '/api/emergency-accesses',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'Two hundred emergency accesses to cases of the current client, unreviewed ones first, then newest first, and how many there are in `total`. 403 for a person who sees only some codes.',
  request: z.object({}),
  response: z.object({ accesses: z.array(reviewedAccess), total: z.int() }),
})

export const reviewAccess = endpoint({
  method: 'POST',
  path: '/api/emergency-accesses/{id}/review',
  access: 'staff',
  features: [eitherSearch],
  summary:
    'Marks an emergency access as reviewed, once. 403 for a person who sees only some codes, or whose access it is; 404 for an unknown one; 409 if it has been reviewed.',
  request: z.object({ id: z.uuid(), note: writtenText(reviewNoteLength).default('') }),
  response: review,
})
