import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { userToken } from './token-contract.ts'

/** Why renewal failed: the session reached a limit, or the person has to sign in. */
export const sessionEnd = z.enum(['session_expired', 'interaction_required'])
export type SessionEnd = z.infer<typeof sessionEnd>

/** Why a sign-in failed, for the error page. */
export const signInFailure = z.enum([
  'no-client',
  'unknown-client',
  'client-disabled',
  'other-provider',
  'person-disabled',
  'not-provisioned',
  'factor-missing',
  'too-old',
  'cancelled',
  'provider-away',
  'failed',
])
export type SignInFailure = z.infer<typeof signInFailure>

export const renewToken = endpoint({
  method: 'POST',
  path: '/api/session/renew',
  access: 'session',
  summary: 'Returns a new portal token for the session of the cookie and extends the session by one hour.',
  request: z.object({}),
  response: userToken().extend({
    /** When the session ends unless it is renewed, in seconds since the epoch. */
    sessionEnds: z.number(),
    /** The server's time in seconds since the epoch, so that the browser need not rely on its own clock. */
    serverTime: z.number(),
    /**
     * The client asserted by the identity provider; `isInternal` is whether it is the provider organization.
     */
    clientId: z.string(),
    isInternal: z.boolean(),
  }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  access: 'session',
  summary: 'Ends the session of the cookie and returns the end-session URL of the identity provider.',
  request: z.object({}),
  response: z.object({ redirect: z.string() }),
})

/** An active session of the person who asks. */
export const signIn = z.object({
  id: z.uuid(),
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
  /** The browser and the system, such as "Chrome on Windows"; null if unknown. */
  device: z.string().nullable(),
  /** The address that it was started from. */
  address: z.string(),
  startedAt: z.iso.datetime(),
  /** When it was last renewed: at least every quarter of an hour while the person works. */
  usedAt: z.iso.datetime(),
  /** When it ends without renewal. */
  endsAt: z.iso.datetime(),
})
export type SignIn = z.infer<typeof signIn>

export const listSignIns = endpoint({
  method: 'GET',
  path: '/api/sign-ins',
  access: 'staff',
  summary: 'The active sessions of the person who asks, newest first.',
  request: z.object({}),
  response: z.object({ signIns: z.array(signIn) }),
})

const endedSignIns = z.object({
  /** How many sessions were ended. */
  ended: z.int().nonnegative(),
})

export const endSignIn = endpoint({
  method: 'POST',
  path: '/api/sign-ins/{id}/end',
  access: 'staff',
  summary:
    'Ends another session of the person who asks. 404 for any other session, 422 for the session of this request. 403 with the reason `step-up` until the person signs in again as `www-authenticate` asks (RFC 9470).',
  request: z.object({ id: z.uuid() }),
  response: endedSignIns,
})

export const endOtherSignIns = endpoint({
  method: 'POST',
  path: '/api/sign-ins/end-others',
  access: 'staff',
  summary:
    'Ends every session of the person who asks, except for the session of this request. Demands the same step-up as ending one.',
  request: z.object({}),
  response: endedSignIns,
})

/** The member `reason` of a 429 that asks for a confirmation, see `confirmReading`. */
export const readingLimitReason = 'reading-limit'
/** The length of a reason, in characters. */
export const readingReasonLength = { min: 10, max: 500 } as const

export const confirmReading = endpoint({
  method: 'POST',
  path: '/api/reading-limit/confirm',
  access: 'staff',
  summary:
    'Says why a person reads more than the limit of their role, after which they can go on. Calls about client data return 429 with the reason `reading-limit` until then, for at most an hour. 404 without such an alert.',
  request: z.object({
    reason: z
      .string()
      .trim()
      .min(readingReasonLength.min)
      .max(readingReasonLength.max)
      .refine((value) => value.isWellFormed() && !value.includes('\0')),
  }),
  response: z.object({ confirmed: z.int().positive() }),
})

/** The text in a document form post: well-formed Unicode without NUL characters. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes('\0'))
const maxFields = 100
export const documentFields = z
  .record(text(60), text(4000))
  .refine((fields) => Object.keys(fields).length <= maxFields, `Send at most ${maxFields} entries.`)

export const createTicket = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'staff',
  summary:
    'Issues a ticket that opens exactly one document, once, within sixty seconds. 429 with the reason `reading-limit` while reading is paused.',
  request: z.object({
    path: z.string().refine((path) => /^\/api(\/[\w-][\w.-]{0,80}){1,5}$/.test(path)),
    fields: documentFields.default({}),
  }),
  response: z.object({ ticket: z.string() }),
})
