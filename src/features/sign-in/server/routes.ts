import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { endSession, renewToken } from '../contract.ts'
import { requireSession, signInProblem } from './authentication.ts'
import { backchannelLogoutRoute } from './backchannel-logout.ts'
import { staffCookie, tokenLifeMs } from './cookies.ts'
import { developmentProvider } from './development-provider/development-provider.ts'
import { ticketRoutes } from './document-tickets.ts'
import { type IdentityProviders, openProviders } from './identity-providers/providers.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { ownSessionRoutes } from './self-service/own-session-routes.ts'
import { readingLimitRoutes } from './self-service/reading-limit-routes.ts'
import {
  endSessionRow,
  findIdToken,
  renewSession,
  type Session,
  sessionEndReason,
  sessionExpiry,
} from './staff-sessions.ts'
import type { PortalTokens } from './tokens/portal-tokens.ts'

type SignInDeps = { db: Database; config: Config; tokens: PortalTokens }

/** Registers the sign-in routes: OpenID Connect flow, logout, sessions and tickets. */
export function signInRoutes(app: FastifyInstance, { db, config, tokens }: SignInDeps) {
  const development = config.OIDC_ISSUER ? undefined : developmentProvider(app, config)
  const providers = openProviders(config, development)
  const parts = { db, config, providers, tokens }
  oidcRoutes(app, parts)
  sessionRoutes(app, parts)
  if (config.OIDC_ISSUER) for (const provider of providers.all) backchannelLogoutRoute(app, { db, provider })
  ticketRoutes(app, parts)
  ownSessionRoutes(app, parts)
  readingLimitRoutes(app, parts)
}

type SessionDeps = SignInDeps & { providers: IdentityProviders }

/** Token renewal and logout: the endpoints that need only the session cookie. */
function sessionRoutes(app: FastifyInstance, { db, config, tokens, providers }: SessionDeps) {
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
    const provider = providers.findByIssuer(session.issuer) ?? providers.standard
    return { redirect: await provider.endSessionUrl(request, await findIdToken(db, session)) }
  })
}

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
