import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/settings.ts'
import { attemptMs, longestMs } from './session-limits.ts'

type Settings = Pick<Config, 'PUBLIC_URL'>

const isSecure = ({ PUBLIC_URL }: Settings) => PUBLIC_URL?.startsWith('https:') ?? false

/** The cookie of one kind of session: HttpOnly and SameSite. */
function sessionCookie(plainName: string) {
  /** `__Host-` binds a cookie to this host; browsers accept it only with `Secure`. */
  const nameBy = (config: Settings) => (isSecure(config) ? `__Host-${plainName}` : plainName)
  return {
    /** The session key in a request, if any. */
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

/** The session cookies of staff and members, which can coexist in one browser. */
export const staffCookie = sessionCookie('portal-session')
export const memberCookie = sessionCookie('portal-member-session')

/** `__Secure-`, because `__Host-` allows no path; browsers accept it only over https. */
const attemptName = (config: Settings, state: string) =>
  `${isSecure(config) ? '__Secure-' : ''}portal-sign-in-${state.slice(0, 12)}`

/** The key of a pending sign-in; each has its own cookie, so that two tabs can sign in at once. */
export const attemptKeyOf = (request: FastifyRequest, config: Settings, state: string) =>
  request.cookies[attemptName(config, state)]

/** Lax, because the callback from the identity provider is cross-site. */
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
