import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { type Guard, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { rejectOtherSites } from '#platform/http/security-headers.ts'
import { messages as platform } from '#platform/messages.ts'
import { endSession, renewToken, type SessionEnd } from '../contract.ts'
import type { PortalTokens } from './authentication.ts'
import { staffCookie, tokenLifeMs } from './cookies.ts'
import type { IdentityProviders } from './identity-provider.ts'
import {
  endSessionRow,
  findSession,
  renewSession,
  type Session,
  sessionEndReason,
  sessionExpiry,
} from './sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The staff session of the cookie, active or ended; null until the guard found one. */
    staffSession: Session | null
  }
}

/** The guard of the endpoints that need only the session cookie (401 without a known session). */
export function sessionGuard(app: FastifyInstance, { db, config }: Pick<Parts, 'db' | 'config'>): Guard {
  app.decorateRequest('staffSession', null)
  return async (request) => {
    rejectOtherSites(request, config)
    const key = staffCookie.readKey(request, config)
    const session = key ? await findSession(db, key, config) : undefined
    if (!session) throw signInProblem('interaction_required')
    request.staffSession = session
  }
}

type Parts = { db: Database; config: Config; tokens: PortalTokens; providers: IdentityProviders }

/** Token renewal and logout: the endpoints that need only the session cookie. */
export function sessionRoutes(app: FastifyInstance, { db, config, tokens, providers }: Parts) {
  registerEndpoint(app, renewToken, async (_input, request) => {
    const session = requireSession(request)
    const reason = sessionEndReason(session)
    if (reason) throw signInProblem(reason)
    if (!(await renewSession(db, session.sessionId))) throw signInProblem('interaction_required')
    const ends = sessionExpiry({ ...session, renewedAt: now() })
    const expires = new Date(Math.min(now().getTime() + tokenLifeMs, ends.getTime()))
    return {
      token: await tokens.sign(session, expires),
      exp: toSeconds(expires),
      name: session.name,
      sessionEnds: toSeconds(ends),
      serverTime: toSeconds(now()),
      clientId: session.clientId,
      isInternal: session.isInternal,
    }
  })

  registerEndpoint(app, endSession, async (_input, request, reply) => {
    const session = requireSession(request)
    if (!session.ended) await logOut(db, session, request)
    staffCookie.clear(reply, config)
    reply.header('clear-site-data', '"cache"')
    return { redirect: await providers.endSessionUrl(request, session.idToken) }
  })
}

function requireSession({ staffSession }: FastifyRequest): Session {
  if (!staffSession) throw new Error('The request has no session.')
  return staffSession
}

const signInProblem = (reason: SessionEnd) => problem(401, platform.signInNeeded, { reason })

function logOut(db: Database, { sessionId, userId }: Session, request: FastifyRequest) {
  return inTransaction(db, async (transaction) => {
    await endSessionRow(transaction, sessionId)
    await audit(transaction, {
      actor: userId,
      action: 'signed out',
      subject: userId,
      address: request.ip,
      reference: request.id,
    })
  })
}

const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000)
