import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

export const userTokenKey = 'userToken'
/** What local storage keeps as `userToken`: the portal token, when it expires (seconds), and whose it is. */
export const userToken = z.object({ token: z.string(), exp: z.number(), name: z.string() })
export type UserToken = z.infer<typeof userToken>

/** Why there is no new token: the session passed a limit, or somebody has to sign in. */
export const sessionEnd = z.enum(['session_expired', 'interaction_required'])
export type SessionEnd = z.infer<typeof sessionEnd>

/** Why a sign-in ended without a session, as the page that says so is told. */
export const refusedSignIn = z.enum([
  'no-client',
  'unknown-client',
  'client-disabled',
  'person-disabled',
  'cancelled',
  'provider-away',
  'failed',
])
export type RefusedSignIn = z.infer<typeof refusedSignIn>

export const renewToken = endpoint({
  method: 'POST',
  path: '/api/session/renew',
  access: 'session',
  summary: 'A fresh portal token for the session of the cookie, and another hour for the session.',
  request: z.object({}),
  response: userToken.extend({
    /** The end of the session, if nothing renews it (seconds). */
    sessionEnds: z.number(),
    /** The time by the server's clock (seconds): exp and sessionEnds are told by it, whatever the browser's says. */
    serverTime: z.number(),
    /** The client that the identity provider vouched for, and whether it is the provider organisation itself. */
    clientId: z.string(),
    isInternal: z.boolean(),
  }),
})

export const endSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  access: 'session',
  summary: 'Ends the session of the cookie at once; says where the identity provider ends its own.',
  request: z.object({}),
  response: z.object({ redirect: z.string() }),
})

/** The fields of a document's form post: names and texts. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((given) => given.isWellFormed() && !given.includes('\0'))
export const documentFields = z.record(text(60), text(4000))

export const makeTicket = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'staff',
  summary: 'A ticket that opens exactly one document once, within sixty seconds.',
  request: z.object({
    path: z.string().refine((path) => /^\/api(\/[\w-][\w.-]{0,80}){1,5}$/.test(path)),
    fields: documentFields.default({}),
  }),
  response: z.object({ ticket: z.string() }),
})
