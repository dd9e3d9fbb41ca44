import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { admitStaffCalls, createPortalTokens } from './authentication.ts'
import { backchannelLogoutRoute } from './backchannel-logout.ts'
import { developmentProvider } from './development-provider/development-provider.ts'
import { ticketRoutes } from './document-tickets.ts'
import { identityProviders } from './identity-provider.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { admitServiceCalls } from './service-tokens.ts'
import { sessionRoutes } from './session-routes.ts'

/** Registers the sign-in routes and guards: OpenID Connect flow, logout, sessions, tokens and tickets. */
export function signInRoutes(app: FastifyInstance, db: Database, config: Config) {
  const development = config.OIDC_ISSUER ? undefined : developmentProvider(app, config)
  const providers = identityProviders(config, development)
  const parts = { db, config, providers, tokens: createPortalTokens(db) }
  admitStaffCalls(app, parts)
  admitServiceCalls(app, db)
  oidcRoutes(app, parts)
  sessionRoutes(app, parts)
  if (config.OIDC_ISSUER) backchannelLogoutRoute(app, parts)
  ticketRoutes(app, db)
}
