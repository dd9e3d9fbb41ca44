import type { FastifyInstance } from 'fastify'
import { authorizationsRoutes } from '#authorizations/server/routes.ts'
import { billingRoutes } from '#billing/server/routes.ts'
import { casesRoutes } from '#cases/server/routes.ts'
import type { ReportCheck } from '#clients/server/configuration-queries.ts'
import { clientsRoutes } from '#clients/server/routes.ts'
import { baseMapRoutes } from '#geography/server/base-map-routes.ts'
import { geographyRoutes } from '#geography/server/routes.ts'
import { membersRoutes } from '#members/server/routes.ts'
import { registerAnalytics } from '#platform/server/analytics.ts'
import type { Database } from '#platform/server/database.ts'
import { documentOptions } from '#platform/server/document-store/document-settings.ts'
import { openDocumentStore } from '#platform/server/document-store/document-store.ts'
import { removeLeftovers } from '#platform/server/document-store/orphaned-files.ts'
import { registerUnavailableDocuments } from '#platform/server/document-store/unavailable-documents.ts'
import { createRenderPool } from '#platform/server/documents/render-pool.ts'
import { logWorkerOutput } from '#platform/server/documents/worker-log.ts'
import { healthRoutes, type Readiness } from '#platform/server/health.ts'
import { openHttpServer } from '#platform/server/http-server.ts'
import type { Log } from '#platform/server/log.ts'
import { mailRoutes } from '#platform/server/mail/mail-routes.ts'
import { registerRequestMetrics } from '#platform/server/metrics.ts'
import { problem } from '#platform/server/problem.ts'
import { problemMessages } from '#platform/server/problem-messages.ts'
import { type Config, rejectUnsafeSettings } from '#platform/server/settings.ts'
import { type BootstrapData, registerPages } from '#platform/server/static-pages.ts'
import { providerSearchRoutes } from '#provider-search/server/routes.ts'
import { findAvailableReport } from '#reports/server/reports.ts'
import { reportsRoutes } from '#reports/server/routes.ts'
import { signInRoutes } from '#sign-in/server/routes.ts'
import { getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { vobRoutes } from '#vob/server/routes.ts'
import { findSource, preloadRequests } from './preload-hints.ts'
import { prerender } from './prerender.ts'
import { resolvePath } from './resolve-path.ts'

type ServerDeps = {
  config: Config
  db: Database
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
  log,
  reasonToWait,
  pages,
}: ServerDeps): Promise<FastifyInstance> {
  rejectUnsafeSettings(config)
  const app = await openHttpServer(config, log)
  registerRequestMetrics(app)
  registerUnavailableDocuments(app)
  registerAnalytics(app, db)
  rejectUntilReady(app, reasonToWait)
  healthRoutes(app, db, reasonToWait)
  signInRoutes(app, db, config)
  mailRoutes(app, db, config, (request) => getStaffPrincipal(request).userId)
  clientsRoutes(app, db, { ...config, hasReport })
  geographyRoutes(app, db, config)
  providerSearchRoutes(app, db, config)
  const renderPool = openRenderPool(app, log)
  vobRoutes(app, { db, config, renderPool })
  const store = openStore(app, config, log)
  casesRoutes(app, { db, config, renderPool, store })
  billingRoutes(app, { db, config, renderPool, store })
  authorizationsRoutes(app, { db, config, renderPool })
  membersRoutes(app, { db, config, renderPool })
  reportsRoutes(app, { db, config })
  if (pages) {
    await registerPages(app, {
      bootstrapData: createBootstrapData(config, await baseMapRoutes(app)),
      resolvePath: async (path) => (reasonToWait() === undefined ? resolvePath(db, path) : 'page'),
      findSource,
      preloadRequests: (path) => preloadRequests(db, path),
      prerender: (path) => prerender(db, path),
    })
  }
  return app
}

const createBootstrapData = (config: Config, baseMapTiles: string): BootstrapData => ({
  companyName: config.COMPANY_NAME,
  companyAddress: config.COMPANY_ADDRESS,
  serviceEmail: config.SERVICE_EMAIL,
  servicePhone: config.SERVICE_PHONE,
  timeZone: config.PORTAL_TIME_ZONE,
  videoHosts: config.VIDEO_HOSTS,
  socialLinks: config.SOCIAL_LINKS,
  legalLinks: config.LEGAL_LINKS,
  baseMapTiles,
  mapStyleUrl: config.MAP_STYLE_URL,
})

function rejectUntilReady(app: FastifyInstance, reasonToWait: Readiness) {
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/') && reasonToWait()) throw problem(503, problemMessages.notReady)
  })
}

const hasReport: ReportCheck = (features, code) => findAvailableReport(features, code) !== undefined

/** The PDF render pool; closes with the server and logs worker errors. */
function openRenderPool(app: FastifyInstance, log: Log) {
  const renderPool = createRenderPool({ onWorkerLog: logWorkerOutput(log) })
  app.addHook('onClose', () => renderPool.close())
  return renderPool
}

/**
 * The document store; its workers end with the server and log errors. Removes unfinished documents left by a
 * killed process.
 */
function openStore(app: FastifyInstance, config: Config, log: Log) {
  const store = openDocumentStore(config.DATA_DIR, {
    ...documentOptions(config),
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
    store.close()
  })
  return store
}
