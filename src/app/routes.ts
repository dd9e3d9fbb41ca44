import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditRoutes } from '#audit/server/routes.ts'
import { authorizationsRoutes } from '#authorizations/server/routes.ts'
import { billingRoutes } from '#billing/server/routes.ts'
import { casesRoutes } from '#cases/server/routes.ts'
import type { ReportCheck } from '#clients/server/configuration-queries.ts'
import { exportRoutes } from '#clients/server/export-routes.ts'
import { clientsRoutes } from '#clients/server/routes.ts'
import { findRoutes } from '#find/server/routes.ts'
import { geographyRoutes } from '#geography/server/routes.ts'
import { memberGuard } from '#members/server/member-sessions.ts'
import { membersRoutes } from '#members/server/routes.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Access } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/db/database.ts'
import type { Replica } from '#platform/db/replica.ts'
import type { Guard, Guards } from '#platform/http/register-endpoint.ts'
import { mailRoutes } from '#platform/mail/mail-routes.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { providerSearchRoutes } from '#provider-search/server/routes.ts'
import { searchAccessGuard } from '#provider-search/server/search-access-guard.ts'
import { reportsRoutes } from '#reports/server/routes.ts'
import { sessionGuard, staffGuards } from '#sign-in/server/authentication.ts'
import { signInRoutes } from '#sign-in/server/routes.ts'
import { scimRoutes } from '#sign-in/server/scim/scim-routes.ts'
import type { PortalTokens } from '#sign-in/server/tokens/portal-tokens.ts'
import { serviceGuard } from '#sign-in/server/tokens/service-tokens.ts'
import { todayRoutes } from '#today/server/routes.ts'
import { vobRoutes } from '#vob/server/routes.ts'

type GuardDeps = { db: Database; config: Config; tokens: PortalTokens }
type StaffGuards = Pick<Guards, 'staff' | 'internal'>

type AccessLevel = {
  /** The callers of its endpoints, in docs/endpoints.md. */
  callers: string
  createGuard?(app: FastifyInstance, deps: GuardDeps & StaffGuards): Guard
}

/** The access levels that contracts name: who may call their endpoints, and the guard that checks it. */
export const accessLevels = {
  public: {
    callers: 'everyone',
  },
  'by-definition': {
    callers:
      'everyone, some IP addresses or staff, depending on the search definition that the request names',
    createGuard: (app, { staff, ...deps }) => searchAccessGuard(app, { ...deps, staffGuard: staff }),
  },
  session: {
    callers: 'staff, by the cookie of their session',
    createGuard: sessionGuard,
  },
  staff: {
    callers: 'staff, by the cookie of their session with its bearer token or, for a document, a ticket',
    createGuard: (_app, { staff }) => staff,
  },
  internal: {
    callers: 'internal staff, authenticated like all staff',
    createGuard: (_app, { internal }) => internal,
  },
  member: {
    callers: 'members, by the cookie of their session',
    createGuard: memberGuard,
  },
  service: {
    callers: 'other programs, by a service token',
    createGuard: serviceGuard,
  },
} satisfies Record<Access, AccessLevel>

/** Creates the guard of each access level except `public`. */
export function createGuards(app: FastifyInstance, given: GuardDeps): Guards {
  const deps = { ...given, ...staffGuards(app, given) }
  const { public: _, ...guarded } = accessLevels
  return Object.fromEntries(
    Object.entries(guarded).map(([access, { createGuard }]) => [access, createGuard(app, deps)]),
  ) as Guards
}

/** The dependencies that the server offers to routes. Each function of the table below takes what it needs. */
export type RouteDeps = {
  db: Database
  /** Serves provider searches, if there is one. */
  replica?: Replica | undefined
  config: Config
  /** The bearer tokens of staff. */
  tokens: PortalTokens
  renderPool: RenderPool
  documentService: DocumentService
  /** Identifies signed-in staff in searches that are open to everyone. */
  staffGuard: Guard
  /** Identifies the internal user of a request to the platform, which knows no sign-in. */
  getActor(request: FastifyRequest): string
  /** Whether a client with these features has a report. */
  hasReport: ReportCheck
}

type RegisterRoutes = (app: FastifyInstance, deps: RouteDeps) => unknown

/** The routes of the API, in order of registration. docs/endpoints.md lists the endpoints. */
const routes: readonly RegisterRoutes[] = [
  signInRoutes,
  scimRoutes,
  mailRoutes,
  clientsRoutes,
  exportRoutes,
  geographyRoutes,
  providerSearchRoutes,
  vobRoutes,
  casesRoutes,
  findRoutes,
  billingRoutes,
  authorizationsRoutes,
  membersRoutes,
  reportsRoutes,
  todayRoutes,
  auditRoutes,
]

export async function registerRoutes(app: FastifyInstance, deps: RouteDeps) {
  for (const register of routes) await register(app, deps)
}
