import type { FastifyInstance, FastifyRequest } from 'fastify'
import { baseMapRoutes } from '#geography/server/base-map-routes.ts'
import { streetTilesRoute } from '#geography/server/street-tiles-route.ts'
import { findSessionAccount } from '#members/server/member-sessions.ts'
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
import { createSharedCounts } from '#platform/http/rate-limit/request-count-queries.ts'
import { registerRefusedRequests } from '#platform/http/refused-requests.ts'
import { securityTxtRoute } from '#platform/http/security-txt-route.ts'
import { createChunkIndex } from '#platform/pdf/document-service/chunk-index.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { documentOptions } from '#platform/pdf/document-service/document-settings.ts'
import { removeLeftovers } from '#platform/pdf/document-service/temporary-files.ts'
import { registerUnavailableDocuments } from '#platform/pdf/document-service/unavailable-documents.ts'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import { logWorkerOutput } from '#platform/pdf/worker-process.ts'
import { registerProcessMetrics } from '#platform/telemetry/process-metrics.ts'
import { listLastImports } from '#provider-search/server/roster/runs/import-runs.ts'
import { findAvailableReport } from '#reports/server/report-list.ts'
import { memberCookie, staffCookie } from '#sign-in/server/cookies.ts'
import { getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { findSession } from '#sign-in/server/staff-sessions.ts'
import { createPortalTokens } from '#sign-in/server/tokens/portal-tokens.ts'
import { listBacklogs } from './list-backlogs.ts'
import { findSource, preloadRequests, prerender, resolvePath } from './page-paths.ts'
import { createGuards, registerRoutes } from './routes.ts'

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
  registerProcessMetrics(app)
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
  registerRefusedRequests(app, { db, log, findActor, findCookieOwner: cookieOwners(db, config) })
  await registerRoutes(app, {
    db,
    replica,
    config,
    tokens,
    documentService,
    renderPool: openRenderPool(app, log),
    staffGuard: guards.staff,
    getActor: (request) => getStaffPrincipal(request).userId,
    hasReport: (features, code) => findAvailableReport(features, code) !== undefined,
  })
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

/** Finds the person or the member account whose session has the cookie of a request, active or not. */
const cookieOwners = (db: Database, config: Config) => (request: FastifyRequest) => {
  const staffKey = staffCookie.readKey(request, config)
  const memberKey = memberCookie.readKey(request, config)
  if (staffKey === undefined && memberKey === undefined) return undefined
  return async () => {
    const session = staffKey === undefined ? undefined : await findSession(db, staffKey, config)
    return session?.userId ?? (memberKey === undefined ? undefined : findSessionAccount(db, memberKey))
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

/** The PDF render pool; closes with the server and logs worker errors. */
function openRenderPool(app: FastifyInstance, log: Log) {
  const renderPool = createRenderPool({ onWorkerLog: logWorkerOutput(log) })
  app.addHook('onClose', () => renderPool.close())
  app.watchQueue('render', renderPool.readState)
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
  app.watchQueue('extract', documentService.enqueueExtraction.readState)
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
