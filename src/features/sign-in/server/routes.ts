import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { PortalTokens } from './authentication.ts'
import { backchannelLogoutRoute } from './backchannel-logout.ts'
import { developmentProvider } from './development-provider/development-provider.ts'
import { ticketRoutes } from './document-tickets.ts'
import { identityProviders } from './identity-provider.ts'
import { oidcRoutes } from './oidc-routes.ts'
import { sessionRoutes } from './session-routes.ts'

type SignInDeps = { db: Database; config: Config; tokens: PortalTokens }

/** Registers the sign-in routes: OpenID Connect flow, logout, sessions and tickets. */
export function signInRoutes(app: FastifyInstance, { db, config, tokens }: SignInDeps) {
  const development = config.OIDC_ISSUER ? undefined : developmentProvider(app, config)
  const providers = identityProviders(config, development)
  const parts = { db, config, providers, tokens }
  oidcRoutes(app, parts)
  sessionRoutes(app, parts)
  if (config.OIDC_ISSUER) backchannelLogoutRoute(app, parts)
  ticketRoutes(app, db)
}
