import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { problem, type Refusal } from '#platform/http/problem.ts'
import type { Guard, Guards } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { messages as platform } from '#platform/messages.ts'
import type { SessionEnd } from '../contract.ts'
import { messages } from '../messages.ts'
import { staffCookie } from './cookies.ts'
import { hasTicket, redeemTicket, restoreTicket } from './document-tickets.ts'
import { configurationVersion, requireFeatures, type StaffPrincipal } from './staff-principal.ts'
import { findPrincipalBySession } from './staff-principal-query.ts'
import { findSession, type Session } from './staff-sessions.ts'
import type { PortalTokens } from './tokens/portal-tokens.ts'

type GuardDeps = { db: Database; config: Config; tokens: PortalTokens }

/**
 * The guards of staff and internal staff endpoints. Adds the configuration version to responses about a client. A
 * response with `Retry-After` (429 or 503) restores the ticket of its request.
 */
export function staffGuards(app: FastifyInstance, deps: GuardDeps): Pick<Guards, 'staff' | 'internal'> {
  app.decorateRequest('staffPrincipal', null)
  app.decorateRequest('redeemedTicket', null)
  app.addHook('onSend', async (request, reply) => {
    const version = configurationVersion(request)
    if (version) reply.header('configuration-version', version)
    if (reply.hasHeader('retry-after')) await restoreTicket(deps.db, request)
  })
  return {
    async staff(request) {
      request.staffPrincipal = await authenticateStaff(request, deps)
      requireFeatures(request)
    },
    async internal(request) {
      const principal = await authenticateStaff(request, deps)
      request.staffPrincipal = principal
      if (!principal.isInternal) throw problem(404, platform.notFound)
      requireFeatures(request)
    },
  }
}

/**
 * Authenticates a request: the bearer token and the cookie must belong to the same active session. Document
 * form posts and URLs carry a ticket instead of the token. Reads the entitlements from the database for every
 * request. Throws 401 if authentication fails, with a separate message for an invalid ticket, and 403 for a
 * cross-site request; the problem says why, for the audit trail.
 */
async function authenticateStaff(request: FastifyRequest, deps: GuardDeps): Promise<StaffPrincipal> {
  const { db, config } = deps
  rejectOtherSites(request, config)
  const sessionKey = staffCookie.readKey(request, config)
  const claimed = await readClaim(request, sessionKey, deps)
  if ('reason' in claimed) throw refuse(claimed, sessionKey ? messages.ticketSpent : undefined)
  if (!sessionKey) throw refuse({ reason: 'token without its session', actor: claimed.userId ?? undefined })
  const principal = await findPrincipalBySession(db, { ...claimed, sessionKey, config })
  if (!principal) throw refuse(explain(claimed, await findSession(db, sessionKey, config)))
  return { ...principal, requestedClientId: claimed.requestedClientId }
}

const refuse = (refusal: Refusal, ticketMessage?: string) =>
  problem(
    401,
    (refusal.reason === 'invalid ticket' ? ticketMessage : undefined) ?? platform.signInNeeded,
    {},
    { refusal },
  )

/** What a token or ticket says; `userId` is null for a ticket, which names only its session. */
type Claim = { sessionId: string; userId: string | null; requestedClientId: string | null }

/** Why the session of a genuine token or ticket does not admit the browser with the cookie of this session. */
function explain({ sessionId, userId }: Claim, ofCookie: Session | undefined): Refusal {
  if (ofCookie?.sessionId === sessionId) return { reason: 'session ended', actor: ofCookie.userId }
  if (ofCookie) return { reason: 'token of another session', actor: ofCookie.userId }
  return { reason: 'token without its session', actor: userId ?? undefined }
}

/** Reads the session and the requested client from the token or ticket of a request, or says why there are none. */
async function readClaim(
  request: FastifyRequest,
  sessionKey: string | undefined,
  { db, tokens }: GuardDeps,
): Promise<Claim | Refusal> {
  const { authorization } = request.headers
  if (authorization === undefined) {
    if (!hasTicket(request)) return { reason: sessionKey ? 'no token' : 'no sign-in' }
    // Without a session, a ticket stays valid for the person who has it.
    const ticket = sessionKey ? await redeemTicket(db, request) : undefined
    return ticket ? { ...ticket, userId: null } : { reason: 'invalid ticket' }
  }
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? []
  const verified = await tokens.verify(token)
  if (!verified) return { reason: 'invalid token' }
  const { owner, isExpired } = verified
  if (isExpired) return { reason: 'session ended', actor: owner.userId }
  return { ...owner, requestedClientId: readRequestedClientId(request) }
}

function readRequestedClientId(request: FastifyRequest): string | null {
  const clientId = request.headers['client-id']
  return typeof clientId === 'string' && clientId !== '' && !clientId.includes('\0') ? clientId : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The staff session of the cookie, active or ended; null until the guard finds one. */
    staffSession: Session | null
  }
}

/** The guard of the endpoints that need only the session cookie (401 without a known session). */
export function sessionGuard(app: FastifyInstance, { db, config }: Pick<GuardDeps, 'db' | 'config'>): Guard {
  app.decorateRequest('staffSession', null)
  return async (request) => {
    rejectOtherSites(request, config)
    const sessionKey = staffCookie.readKey(request, config)
    // A page asks like this whether somebody is signed in, so a missing cookie or an ended session is no refusal.
    if (!sessionKey) throw signInProblem('interaction_required')
    const session = await findSession(db, sessionKey, config)
    if (!session) throw signInProblem('interaction_required', { reason: 'unknown session' })
    request.staffSession = session
  }
}

/** Returns the session that the guard found. */
export function requireSession({ staffSession }: FastifyRequest): Session {
  if (!staffSession) throw new Error('The request has no session.')
  return staffSession
}

export const signInProblem = (reason: SessionEnd, refusal?: Refusal) =>
  problem(401, platform.signInNeeded, { reason }, { ...(refusal && { refusal }) })
