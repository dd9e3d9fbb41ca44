import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Database, requireWrites } from '../db/database.ts'
import { acceptsPages } from './error-handler.ts'
import { renderStaticPage } from './html-template.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'
import type { TlsOptions } from './tls-options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

/** Returns why the product cannot serve yet, or undefined if it can. */
export type Readiness = () => string | undefined

type HealthDeps = {
  db: Database
  reasonToWait: Readiness
  /** Fails if no document can be reached. */
  reachDocuments(): Promise<void>
}

/**
 * GET /healthz: the process is alive. GET /readyz: it can serve; otherwise 503 with the reason. Without its documents, a
 * portal still serves everything else: it stays ready, and says so. On a server that accepts no writes, it is not ready.
 */
export function healthRoutes(app: FastifyInstance, { db, reasonToWait, reachDocuments }: HealthDeps) {
  const logLevel = { schema: { hide: true }, config: { rateLimit: false } as const }
  app.get('/healthz', logLevel, async () => ({ status: 'alive' }))
  app.get('/readyz', logLevel, async () => {
    const reason = reasonToWait() ?? (await databaseFault(db))
    if (reason) throw problem(503, reason)
    const documents = await readInTime(reachDocuments().then(() => 'available'))
    return { status: 'ready', ...(documents ? {} : { documents: problemMessages.documentsAway }) }
  })
}

/** Until the portal is ready, API calls get 503, and windows get a page that says so and reloads automatically. */
export function rejectUntilReady(app: FastifyInstance, reasonToWait: Readiness) {
  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    if (!reasonToWait()) return undefined
    if (/^\/(api|scim)\//.test(url)) throw problem(503, problemMessages.notReady)
    if (method !== 'GET' || !acceptsPages(headers) || /^\/(healthz|readyz)$/.test(url)) return undefined
    const page = renderStaticPage({
      title: problemMessages.preparing,
      body: `<p>${problemMessages.reloads}</p>`,
    })
    reply.status(503).headers({ refresh: String(reloadSeconds), 'retry-after': String(reloadSeconds) })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}

const reloadSeconds = 3

/** The time limit for the database, so that a probe gets a response soon even if the database is silent. */
const databaseTimeoutMs = 3_000

/** Resolves to undefined if reading from the database fails or takes too long. */
export const readInTime = <T>(reading: Promise<T>): Promise<T | undefined> =>
  Promise.race([reading.catch(() => undefined), delay(databaseTimeoutMs, undefined, { ref: false })])

async function databaseFault(db: Database): Promise<string | undefined> {
  const reached = requireWrites(db).then(() => true)
  return (await readInTime(reached)) ? undefined : problemMessages.databaseAway
}

/** Prometheus metrics: counts and durations of responses by route, never by address. */
export function registerRequestMetrics(app: FastifyInstance) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to response, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.decorate('metrics', registry)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** Serves the metrics, and nothing else, on a separate port; over TLS if there is a certificate. */
export function serveMetrics(
  registry: Registry,
  at: { port: number; host: string },
  tls?: TlsOptions,
): Promise<Server> {
  const respond: RequestListener = async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    const text = await registry.metrics().catch(() => undefined)
    if (text === undefined) return response.writeHead(500).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  }
  const server = tls ? createTlsServer(tls, respond) : createServer(respond)
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, () => resolve(server))
  })
}
