import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Log } from '../config/log.ts'
import type { Config } from '../config/settings.ts'
import { traceRequests } from '../telemetry/traced.ts'
import { registerAbortSignal } from './client-abort.ts'
import { createClientErrorHandler, createRoutingErrorHandler, registerErrorHandler } from './error-handler.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'
import { ipBucket } from './rate-limit/ip-bucket.ts'
import { createRateLimitStore } from './rate-limit/rate-limit-store.ts'
import type { AddCounts } from './rate-limit/request-count-queries.ts'
import { decorateForEndpoints } from './register-endpoint.ts'
import { registerOpenApi } from './register-open-api.ts'
import { registerResponseTimeout } from './response-timeout.ts'
import { constantHeaders, registerSecurityHeaders } from './security-headers.ts'
import { readTlsOptions } from './tls-options.ts'

const kilobyte = 1024
const seconds = 1000
/** Browsers and proxies wait for each response before they send the next request on a connection. */
const maxPipelinedRequests = 10

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a route under /api is not an endpoint but documentation of the endpoints. */
    open?: boolean
  }
}

/**
 * Opens a web server with everything except routes: ids, limits, headers, errors, log lines, API description. It serves
 * HTTPS if the settings name a certificate. Without `addCounts`, its rate limits count only its own requests.
 */
export async function openHttpServer(
  config: Config,
  log: Log,
  addCounts?: AddCounts,
): Promise<FastifyInstance> {
  const headers = await constantHeaders(config)
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'reference' }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
    bodyLimit: 256 * kilobyte,
    requestTimeout: 15 * seconds,
    ...serverOptions(config),
    keepAliveTimeout: 72 * seconds,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: createRoutingErrorHandler(headers),
    clientErrorHandler: createClientErrorHandler(headers),
  }) as unknown as FastifyInstance
  registerConnectionLimits(app)
  decorateForEndpoints(app, config)
  traceRequests(app, { isBehindProxy: config.TRUSTED_PROXIES.length > 0 })
  rejectRoutesWithoutContract(app)
  registerAbortSignal(app)
  registerResponseTimeout(app)
  registerErrorHandler(app)
  logResponses(app)
  await registerSecurityHeaders(app, config)
  useOneHost(app)
  await app.register(cookie)
  await app.register(formBody)
  rejectUnexpectedForms(app)
  const rateLimits = createRateLimitStore({ addCounts, log })
  app.addHook('onClose', rateLimits.close)
  await app.register(rateLimit, {
    store: rateLimits.Store,
    max: config.RATE_LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => ipBucket(ip),
    errorResponseBuilder: () => problem(429, problemMessages.tooManyRequests),
  })
  await registerOpenApi(app, config.COMPANY_NAME)
  return app
}

function serverOptions(config: Config) {
  // Node.js uses the longer of the two timeouts for the whole request.
  const timeouts = { headersTimeout: 10 * seconds, connectionsCheckingInterval: 1 * seconds }
  const tls = readTlsOptions(config)
  return tls ? { https: { ...tls, ...timeouts, handshakeTimeout: 10 * seconds } } : { http: timeouts }
}

function rejectRoutesWithoutContract(app: FastifyInstance) {
  app.addHook('onRoute', ({ url, config }) => {
    if (/^\/(api|scim)\//.test(url) && !config?.contract && !config?.open) {
      throw new Error(
        `${url} is served without a contract: declare it with endpoint() and registerEndpoint().`,
      )
    }
  })
}

/**
 * RFC 9112, section 3.2. Node.js uses the first of several `Host` lines; a proxy may have used another. Proxies pass on
 * `Host`, so a visitor wrote `X-Forwarded-Host`, which Fastify would prefer.
 */
function useOneHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw: { headers, rawHeaders } }) => {
    delete headers['x-forwarded-host']
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw problem(400, problemMessages.severalHosts)
  })
}

/** Another site can post a form without permission, so only endpoints that expect a form accept one. */
function rejectUnexpectedForms(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    const { contract } = request.routeOptions.config
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (contract && isForm && !contract.form) throw problem(415, problemMessages.unsupportedMedia)
  })
}

function logResponses(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
}

/** How long a closing server waits for responses in progress. */
const defaultTimeoutMs = 16_000

/**
 * Closes a connection that has too many requests in progress: Node.js starts all requests that it has received before it
 * serves other connections.
 *
 * Makes a closing server wait, for a limited time, only for responses in progress: not for connections
 * without a request (browsers preconnect), incomplete requests, or connections whose response has been sent.
 * (Node.js closes only connections that are idle between requests when shutdown begins, and stops checking
 * for incomplete requests.)
 *
 * Register it before all other hooks.
 */
export function registerConnectionLimits(app: FastifyInstance, timeoutMs = defaultTimeoutMs) {
  const open = new Map<string, Socket>()
  /** How many requests of a connection are in progress. */
  const running = new Map<string, number>()
  let isStopping = false
  app.server.on('connection', (socket: Socket) => {
    if (isStopping) return socket.destroy()
    const ends = formatEnds(socket)
    open.set(ends, socket)
    socket.once('close', () => {
      open.delete(ends)
      running.delete(ends)
    })
  })
  // Before the listener of Fastify, which also handles addresses that no hook sees.
  app.server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (socket.destroyed) return
    const ends = formatEnds(socket)
    const count = (running.get(ends) ?? 0) + 1
    if (count > maxPipelinedRequests) {
      app.log.warn('connection closed: too many requests in progress')
      socket.destroy()
      return
    }
    running.set(ends, count)
    response.once('close', () => {
      const left = (running.get(ends) ?? 1) - 1
      if (left > 0) return void running.set(ends, left)
      running.delete(ends)
      if (isStopping) socket.end()
    })
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    if (socket.destroyed) reply.hijack()
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const [ends, socket] of open) if (!running.has(ends)) socket.destroy()
    const late = setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    app.server.once('close', () => clearTimeout(late))
  })
}

/** The two ends of a connection. With TLS, the socket of a request is another object than the one of its connection. */
const formatEnds = ({ localAddress, localPort, remoteAddress, remotePort }: Socket) =>
  [localAddress, localPort, remoteAddress, remotePort].join(' ')
