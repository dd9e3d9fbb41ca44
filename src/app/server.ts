import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditRoutes } from '#audit/server/routes.ts'
import { authorizationsRoutes } from '#authorizations/server/routes.ts'
import { billingRoutes } from '#billing/server/routes.ts'
import { casesRoutes } from '#cases/server/routes.ts'
import type { ReportCheck } from '#clients/server/configuration-queries.ts'
import { exportRoutes } from '#clients/server/export-routes.ts'
import { clientsRoutes } from '#clients/server/routes.ts'
import { findRoutes } from '#find/server/routes.ts'
import { baseMapRoutes } from '#geography/server/base-map-routes.ts'
import { geographyRoutes } from '#geography/server/routes.ts'
import { streetTilesRoute } from '#geography/server/street-tiles-route.ts'
import { memberGuard } from '#members/server/member-sessions.ts'
import { membersRoutes } from '#members/server/routes.ts'
import type { Log } from '#platform/config/log.ts'
import { type Config, rejectUnsafeSettings } from '#platform/config/settings.ts'
import { registerAnalytics } from '#platform/db/analytics.ts'
import { registerColumnMetrics } from '#platform/db/column-encryption/column-metrics.ts'
import type { Database } from '#platform/db/database.ts'
import type { Replica } from '#platform/db/replica.ts'
import { registerDatabaseMetrics } from '#platform/http/database-metrics.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import {
  healthRoutes,
  type Readiness,
  registerRequestMetrics,
  rejectUntilReady,
} from '#platform/http/monitoring-routes.ts'
import { type BootstrapData, registerPages } from '#platform/http/page-routes.ts'
import { registerRefusedRequests } from '#platform/http/refused-requests.ts'
import type { Guards } from '#platform/http/register-endpoint.ts'
import { createSharedCounts } from '#platform/http/request-count-queries.ts'
import { securityTxtRoute } from '#platform/http/security-txt-route.ts'
import { mailRoutes } from '#platform/mail/mail-routes.ts'
import { createChunkIndex } from '#platform/pdf/document-store/chunk-index.ts'
import { openDocumentService } from '#platform/pdf/document-store/document-service.ts'
import { documentOptions } from '#platform/pdf/document-store/document-settings.ts'
import { removeLeftovers } from '#platform/pdf/document-store/temporary-files.ts'
import { registerUnavailableDocuments } from '#platform/pdf/document-store/unavailable-documents.ts'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import { logWorkerOutput } from '#platform/pdf/worker-process.ts'
import { listLastImports } from '#provider-search/server/roster/runs/import-runs.ts'
import { providerSearchRoutes } from '#provider-search/server/routes.ts'
import { searchAccessGuard } from '#provider-search/server/search-access-guard.ts'
import { findAvailableReport } from '#reports/server/report-list.ts'
import { reportsRoutes } from '#reports/server/routes.ts'
import { sessionGuard, staffGuards } from '#sign-in/server/authentication.ts'
import { signInRoutes } from '#sign-in/server/routes.ts'
import { scimRoutes } from '#sign-in/server/scim/scim-routes.ts'
import { getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { createPortalTokens, type PortalTokens } from '#sign-in/server/tokens/portal-tokens.ts'
import { serviceGuard } from '#sign-in/server/tokens/service-tokens.ts'
import { todayRoutes } from '#today/server/routes.ts'
import { vobRoutes } from '#vob/server/routes.ts'
import { listBacklogs } from './list-backlogs.ts'
import { findSource, preloadRequests, prerender, resolvePath } from './page-paths.ts'

type ServerDeps = {
  config: Config
  db: Database
  /** Serves provider searches, if there is one. */
  replica?: Replica | undefined
  log: Log
  /** Why the portal is not ready: the reason that /readyz returns. */
  reasonToWait: Readiness
  /** Whether to serve the built pages. */
  pages: boolean
}

/** Creates the web server with all routes; does not listen yet. */
export async function openServer({
  config,
  db,
  replica,
  log,
  reasonToWait,
  pages,
}: ServerDeps): Promise<FastifyInstance> {
  rejectUnsafeSettings(config)
  const app = await openHttpServer(config, log, createSharedCounts(db))
  registerRequestMetrics(app)
  registerDatabaseMetrics(app, { db, replica, backlogs: listBacklogs(config), listLastImports })
  registerColumnMetrics(app, { db, log })
  registerAnalytics(app, db, log)
  rejectUntilReady(app, reasonToWait)
  const documentService = openDocuments(app, { config, db, log })
  registerUnavailableDocuments(app, documentService.storage)
  healthRoutes(app, { db, reasonToWait, reachDocuments: documentService.storage.reach })
  securityTxtRoute(app, config)
  const tokens = createPortalTokens(db)
  const guards = createGuards(app, { db, config, tokens })
  app.guards = guards
  registerRefusedRequests(app, { db, log, findActor })
  const deps = { db, config, renderPool: openRenderPool(app, log), documentService }
  signInRoutes(app, { db, config, tokens })
  await scimRoutes(app, { db, config })
  mailRoutes(app, db, config, (request) => getStaffPrincipal(request).userId)
  clientsRoutes(app, db, { ...config, hasReport })
  exportRoutes(app, deps)
  geographyRoutes(app, db, config)
  providerSearchRoutes(app, { ...deps, replica, staff: guards.staff })
  vobRoutes(app, deps)
  casesRoutes(app, deps)
  findRoutes(app, deps)
  billingRoutes(app, deps)
  authorizationsRoutes(app, deps)
  membersRoutes(app, deps)
  reportsRoutes(app, deps)
  todayRoutes(app, deps)
  auditRoutes(app, deps)
  if (pages) {
    await registerPages(app, {
      bootstrapData: createBootstrapData(config, {
        baseMapTiles: await baseMapRoutes(app),
        mapTilesUrl: config.MAP_TILES && streetTilesRoute(app, config.MAP_TILES),
      }),
      resolvePath: async (path) => (reasonToWait() === undefined ? resolvePath(db, path) : 'page'),
      findSource,
      preloadRequests: (path) => preloadRequests(db, path),
      prerender: (path) => prerender(db, path, config.COMPANY_NAME),
    })
  }
  return app
}

/** The person or program of an authenticated request. Members have their own entries for refused cards. */
const findActor = ({ staffPrincipal, servicePrincipal }: FastifyRequest) =>
  staffPrincipal?.userId ?? servicePrincipal?.name

type GuardDeps = { db: Database; config: Config; tokens: PortalTokens }

/** The guard of each `access` that an endpoint declares; `public` endpoints have none. */
function createGuards(app: FastifyInstance, { db, config, tokens }: GuardDeps): Guards {
  const { staff, internal } = staffGuards(app, { db, config, tokens })
  return {
    staff,
    internal,
    session: sessionGuard(app, { db, config }),
    service: serviceGuard(app, db),
    member: memberGuard(app, { db, config }),
    'by-definition': searchAccessGuard(app, { db, config, staff }),
  }
}

type MapTiles = Pick<BootstrapData, 'baseMapTiles' | 'mapTilesUrl'>

const createBootstrapData = (config: Config, tiles: MapTiles): BootstrapData => ({
  companyName: config.COMPANY_NAME,
  companyAddress: config.COMPANY_ADDRESS,
  serviceEmail: config.SERVICE_EMAIL,
  servicePhone: config.SERVICE_PHONE,
  timeZone: config.PORTAL_TIME_ZONE,
  videoHosts: config.VIDEO_HOSTS,
  socialLinks: config.SOCIAL_LINKS,
  legalLinks: config.LEGAL_LINKS,
  ...tiles,
  mapStyleUrl: config.MAP_STYLE_URL,
})

const hasReport: ReportCheck = (features, code) => findAvailableReport(features, code) !== undefined

/** The PDF render pool; closes with the server and logs worker errors. */
function openRenderPool(app: FastifyInstance, log: Log) {
  const renderPool = createRenderPool({ onWorkerLog: logWorkerOutput(log) })
  app.addHook('onClose', () => renderPool.close())
  return renderPool
}

/**
 * The stored documents; their workers end with the server and log errors. Removes unfinished documents left by a
 * killed process.
 */
function openDocuments(app: FastifyInstance, { config, db, log }: Pick<ServerDeps, 'config' | 'db' | 'log'>) {
  const documentService = openDocumentService(config.DATA_DIR, {
    ...documentOptions(config),
    chunkIndex: createChunkIndex(db),
    onWorkerLog: logWorkerOutput(log),
  })
  const closing = new AbortController()
  app.addHook('onReady', async () => {
    void removeLeftovers(config.DATA_DIR, closing.signal).catch((error: unknown) =>
      log.warn({ err: error }, 'document cleanup failed'),
    )
  })
  app.addHook('onClose', async () => {
    closing.abort()
    documentService.close()
  })
  return documentService
}
