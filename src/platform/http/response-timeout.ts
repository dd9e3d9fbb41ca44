import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds until the response must begin, if not the default. */
    timeoutMs?: number
    /** Milliseconds that sending may take from then on, if not the default. */
    sendTimeoutMs?: number
  }
  interface FastifyRequest {
    /** The timer that limits the wait for the response, and then its sending. */
    responseTimer: NodeJS.Timeout | undefined
  }
}

const defaultTimeoutMs = 30_000
/** This is long enough for clients on slow connections. */
const defaultSendTimeoutMs = 10 * 60_000

/**
 * Responds with an error when a response takes too long to begin, and cuts off clients that read it too
 * slowly. (Fastify's own limit ends when the request body is read.) Register it before all other response
 * hooks: the first hook on a finished response ends the first limit.
 */
export function registerResponseTimeout(app: FastifyInstance) {
  app.decorateRequest('responseTimer', undefined)
  const limit = (request: FastifyRequest, ms: number, end: () => void) => {
    clearTimeout(request.responseTimer)
    request.responseTimer = setTimeout(end, ms).unref()
  }
  app.addHook('onRequest', async (request, reply) => {
    const { timeoutMs = defaultTimeoutMs } = request.routeOptions.config ?? {}
    limit(request, timeoutMs, () => {
      if (!reply.sent) reply.send(timeoutError('A response'))
    })
    reply.raw.once('close', () => clearTimeout(request.responseTimer))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.abortSignal.aborted) return
    const { sendTimeoutMs = defaultSendTimeoutMs } = request.routeOptions.config ?? {}
    limit(request, sendTimeoutMs, () => reply.raw.destroy())
  })
}

/**
 * The error for work that timed out, sent as 503: the cause may be the work itself or a temporary overload.
 */
export const timeoutError = (what: 'A response' | 'A document'): Error =>
  Object.assign(new Error(`${what} timed out.`), { code: 'TOO_LATE' })
