import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/settings.ts'
import { attemptMs, longestMs } from './session-limits.ts'

type Settings = Pick<Config, 'PUBLIC_URL'>

const isSecure = ({ PUBLIC_URL }: Settings) => PUBLIC_URL?.startsWith('https:') ?? false

/** `__Host-` binds a cookie to this host; browsers take it only together with `Secure`. */
const sessionName = (config: Settings) => (isSecure(config) ? '__Host-portal-session' : 'portal-session')
const attemptName = (state: string) => `portal-sign-in-${state.slice(0, 12)}`

/** The session's key that a request brings, if it does. */
export const sessionKeyOf = (request: FastifyRequest, config: Settings) =>
  request.cookies[sessionName(config)]

/** Gives the browser its session: no script reads it, and no other site makes the browser send it. */
export function setSessionCookie(reply: FastifyReply, config: Settings, key: string) {
  reply.setCookie(sessionName(config), key, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    maxAge: longestMs / 1000,
  })
}

export function clearSessionCookie(reply: FastifyReply, config: Settings) {
  reply.clearCookie(sessionName(config), { path: '/', secure: isSecure(config) })
}

/** The key of a sign-in that is under way; each has a cookie of its own, so that two tabs can both sign in. */
export const attemptKeyOf = (request: FastifyRequest, state: string) => request.cookies[attemptName(state)]

/** Lax: the way back from the identity provider comes from another site. */
export function setAttemptCookie(
  reply: FastifyReply,
  config: Settings,
  { state, key }: { state: string; key: string },
) {
  reply.setCookie(attemptName(state), key, {
    path: '/auth',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: attemptMs / 1000,
  })
}

export function clearAttemptCookie(reply: FastifyReply, config: Settings, state: string) {
  reply.clearCookie(attemptName(state), { path: '/auth', secure: isSecure(config) })
}
