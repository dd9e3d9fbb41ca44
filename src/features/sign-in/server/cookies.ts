import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/settings.ts'
import { attemptMs, longestMs } from './session-limits.ts'

type Settings = Pick<Config, 'PUBLIC_URL'>

const isSecure = ({ PUBLIC_URL }: Settings) => PUBLIC_URL?.startsWith('https:') ?? false

/** The cookie of one kind of session: no script reads it, and no other site makes the browser send it. */
function sessionCookie(plainName: string) {
  /** `__Host-` binds a cookie to this host; browsers take it only together with `Secure`. */
  const nameBy = (config: Settings) => (isSecure(config) ? `__Host-${plainName}` : plainName)
  return {
    /** The session's key that a request brings, if it does. */
    keyIn: (request: FastifyRequest, config: Settings) => request.cookies[nameBy(config)],
    set: (reply: FastifyReply, config: Settings, key: string) =>
      reply.setCookie(nameBy(config), key, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(config),
        maxAge: longestMs / 1000,
      }),
    clear: (reply: FastifyReply, config: Settings) =>
      reply.clearCookie(nameBy(config), { path: '/', secure: isSecure(config) }),
  }
}

/** The cookies of the two kinds of sessions, which one browser can have side by side. */
export const staffCookie = sessionCookie('portal-session')
export const memberCookie = sessionCookie('portal-member-session')

/** `__Secure-`, since `__Host-` takes no path: browsers accept it over https alone. */
const attemptName = (config: Settings, state: string) =>
  `${isSecure(config) ? '__Secure-' : ''}portal-sign-in-${state.slice(0, 12)}`

/** The key of a sign-in that is under way; each has a cookie of its own, so that two tabs can both sign in. */
export const attemptKeyOf = (request: FastifyRequest, config: Settings, state: string) =>
  request.cookies[attemptName(config, state)]

/** Lax: the way back from the identity provider comes from another site. */
export function setAttemptCookie(
  reply: FastifyReply,
  config: Settings,
  { state, key }: { state: string; key: string },
) {
  reply.setCookie(attemptName(config, state), key, {
    path: '/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: attemptMs / 1000,
  })
}

export function clearAttemptCookie(reply: FastifyReply, config: Settings, state: string) {
  reply.clearCookie(attemptName(config, state), { path: '/auth', secure: isSecure(config) })
}
