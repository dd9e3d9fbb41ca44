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
  'person-disabled',
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
  response: userToken.extend({
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
  summary: 'Issues a ticket that opens exactly one document, once, within sixty seconds.',
  request: z.object({
    path: z.string().refine((path) => /^\/api(\/[\w-][\w.-]{0,80}){1,5}$/.test(path)),
    fields: documentFields.default({}),
  }),
  response: z.object({ ticket: z.string() }),
})
