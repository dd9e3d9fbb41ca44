import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
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
 * cross-site request.
 */
async function authenticateStaff(request: FastifyRequest, deps: GuardDeps): Promise<StaffPrincipal> {
  rejectOtherSites(request, deps.config)
  const sessionKey = staffCookie.readKey(request, deps.config)
  const claimed = sessionKey ? await readClaim(request, deps) : undefined
  if (sessionKey && !claimed && usesTicket(request)) throw problem(401, messages.ticketSpent)
  if (!sessionKey || !claimed) throw problem(401, platform.signInNeeded)
  const principal = await findPrincipalBySession(deps.db, { ...claimed, sessionKey, config: deps.config })
  if (!principal) throw problem(401, platform.signInNeeded)
  return { ...principal, requestedClientId: claimed.requestedClientId }
}

const usesTicket = (request: FastifyRequest) =>
  request.headers.authorization === undefined && hasTicket(request)

/** Reads the session and the requested client from the token or ticket of a request. */
async function readClaim(request: FastifyRequest, { db, tokens }: GuardDeps) {
  const { authorization } = request.headers
  if (authorization === undefined) {
    const ticket = await redeemTicket(db, request)
    // A ticket names only its session, and the session has one person.
    return ticket && { ...ticket, userId: null }
  }
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? []
  const owner = await tokens.verify(token)
  return owner && { ...owner, requestedClientId: readRequestedClientId(request) }
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
    const session = sessionKey ? await findSession(db, sessionKey, config) : undefined
    if (!session) throw signInProblem('interaction_required')
    request.staffSession = session
  }
}

/** Returns the session that the guard found. */
export function requireSession({ staffSession }: FastifyRequest): Session {
  if (!staffSession) throw new Error('The request has no session.')
  return staffSession
}

export const signInProblem = (reason: SessionEnd) => problem(401, platform.signInNeeded, { reason })
