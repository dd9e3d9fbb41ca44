import type { FastifyInstance, FastifyRequest } from 'fastify'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { rejectOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { endSession, renewToken, type SessionEnd } from '../contract.ts'
import type { PortalTokens } from './access-token.ts'
import { staffCookie } from './cookies.ts'
import type { IdentityProviders } from './identity-provider.ts'
import { tokenLifeMs } from './session-limits.ts'
import { endOf, endSessionRow, endsAt, renewSession, type Session, sessionOf } from './sessions.ts'

type Parts = { db: Database; config: Config; tokens: PortalTokens; providers: IdentityProviders }

const sessions = new WeakMap<FastifyRequest, Session>()

/** Token renewal and logout: the endpoints that need only the session cookie. */
export function sessionRoutes(app: FastifyInstance, { db, config, tokens, providers }: Parts) {
  app.guards.session = async (_input, request) => {
    rejectOtherSites(request, config)
    const key = staffCookie.keyIn(request, config)
    const session = key ? await sessionOf(db, key, config) : undefined
    if (!session) throw signInAgain('interaction_required')
    sessions.set(request, session)
  }

  registerEndpoint(app, renewToken, async (_input, request) => {
    const session = sessionFor(request)
    const reason = endOf(session)
    if (reason) throw signInAgain(reason)
    if (!(await renewSession(db, session.sessionId))) throw signInAgain('interaction_required')
    const ends = endsAt({ ...session, renewedAt: now() })
    const expires = new Date(Math.min(now().getTime() + tokenLifeMs, ends.getTime()))
    return {
      token: await tokens.sign(session, expires),
      exp: secondsOf(expires),
      name: session.name,
      sessionEnds: secondsOf(ends),
      serverTime: secondsOf(now()),
      clientId: session.clientId,
      isInternal: session.isInternal,
    }
  })

  registerEndpoint(app, endSession, async (_input, request, reply) => {
    const session = sessionFor(request)
    if (!session.ended) await logOut(db, session, request)
    staffCookie.clear(reply, config)
    reply.header('clear-site-data', '"cache"')
    return { redirect: await providers.endOfSession(request, session.idToken) }
  })
}

function sessionFor(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (!session) throw new Error('The request was not admitted with a session.')
  return session
}

const signInAgain = (reason: SessionEnd) => problem(401, platform.signInNeeded, { reason })

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

const secondsOf = (instant: Date) => Math.floor(instant.getTime() / 1000)
