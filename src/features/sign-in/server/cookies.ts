import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'

/** Generates a random key for a cookie or form: 32 bytes in 43 characters. */
export const generateKey = () => randomBytes(32).toString('base64url')

/** Hashes a key for storage, so that reading the table does not reveal usable keys. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest()

type Settings = Pick<Config, 'PUBLIC_URL'>

const isSecure = ({ PUBLIC_URL }: Settings) => PUBLIC_URL?.startsWith('https:') ?? false

/** `__Host-` binds a cookie to this host; browsers accept it only with `Secure` and the path `/`. */
const cookieName = (plainName: string, config: Settings) =>
  isSecure(config) ? `__Host-${plainName}` : plainName

/** An HttpOnly, SameSite=Strict cookie for the whole site. */
function strictCookie(plainName: string, maxAgeMs: number) {
  return {
    /** The value in a request, if any. */
    readKey: (request: FastifyRequest, config: Settings) => request.cookies[cookieName(plainName, config)],
    set: (reply: FastifyReply, config: Settings, key: string) =>
      reply.setCookie(cookieName(plainName, config), key, {
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(config),
        maxAge: maxAgeMs / 1000,
      }),
    clear: (reply: FastifyReply, config: Settings) =>
      reply.clearCookie(cookieName(plainName, config), { path: '/', secure: isSecure(config) }),
  }
}

const attemptCookieName = (config: Settings, state: string) =>
  cookieName(`portal-sign-in-${state.slice(0, 12)}`, config)

/** The key of a pending sign-in. Each sign-in has its own cookie, so two tabs can sign in at once. */
export const readAttemptKey = (request: FastifyRequest, config: Settings, state: string) =>
  request.cookies[attemptCookieName(config, state)]

/** Lax, because the callback from the identity provider is cross-site. */
export function setAttemptCookie(
  reply: FastifyReply,
  config: Settings,
  { state, key }: { state: string; key: string },
) {
  reply.setCookie(attemptCookieName(config, state), key, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: attemptMs / 1000,
  })
}

export function clearAttemptCookie(reply: FastifyReply, config: Settings, state: string) {
  reply.clearCookie(attemptCookieName(config, state), { path: '/', secure: isSecure(config) })
}

const minute = 60_000

/** How long a portal token is valid. */
export const tokenLifeMs = 15 * minute
/** How long a session lasts without renewal. */
export const idleMs = 60 * minute
/** The maximum lifetime of a session, however often it is renewed. */
export const maxSessionMs = 12 * 60 * minute
/** How long a person can take to sign in at the identity provider. */
export const attemptMs = 15 * minute
/** How long a document ticket is valid. */
export const ticketMs = minute
/** How long after its last login to a member account a browser is known. */
export const deviceLifeMs = 180 * 24 * 60 * minute

/** The session cookies of staff and members, which can coexist in one browser. */
export const staffCookie = strictCookie('portal-session', maxSessionMs)
export const memberCookie = strictCookie('portal-member-session', maxSessionMs)
/** Marks a browser as one that has logged in to a member account before. */
export const deviceCookie = strictCookie('portal-member-device', deviceLifeMs)
