import type { FastifyInstance } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import type { Config } from '#platform/server/settings.ts'
import { portalTokens } from './access-token.ts'
import { admitStaffCalls } from './authentication.ts'
import { backchannelLogoutRoute } from './backchannel-logout.ts'
import { developmentProvider } from './development-provider/development-provider.ts'
import { identityProviders } from './identity-provider.ts'
import { wayRoutes } from './oidc-routes.ts'
import { admitServiceCalls } from './service-auth.ts'
import { sessionRoutes } from './session-routes.ts'
import { ticketRoutes } from './tickets.ts'

/** All sign-in routes: the identity provider flow, logouts, sessions, tokens, tickets and guards. */
export function signInRoutes(app: FastifyInstance, db: Database, config: Config) {
  const development = config.OIDC_ISSUER ? undefined : developmentProvider(app, config)
  const providers = identityProviders(config, development)
  const parts = { db, config, providers, tokens: portalTokens(db) }
  admitStaffCalls(app, parts)
  admitServiceCalls(app, db)
  wayRoutes(app, parts)
  sessionRoutes(app, parts)
  if (config.OIDC_ISSUER) backchannelLogoutRoute(app, parts)
  ticketRoutes(app, db)
}
