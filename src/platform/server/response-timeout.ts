import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooLate } from './timeout-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds that an answer may take until it begins to leave, where that is not the usual. */
    longestMs?: number
    /** Milliseconds that it may take from then on, where that is not the usual. */
    longestToLeaveMs?: number
  }
}

const usualMs = 30_000
/** To a reader whose line is slow. */
const usualToLeaveMs = 10 * 60_000

/**
 * Tells whoever waits too long for an answer so; who takes it in too slowly is left in the middle. (Fastify's own limit
 * ends when a request's body is read.) Register it before all that has to do with answers: the first hook on a
 * finished answer ends its first limit.
 */
export function limitTime(app: FastifyInstance) {
  const limits = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const limit = (request: FastifyRequest, ms: number, end: () => void) => {
    clearTimeout(limits.get(request))
    limits.set(request, setTimeout(end, ms).unref())
  }
  app.addHook('onRequest', async (request, reply) => {
    const { longestMs = usualMs } = request.routeOptions.config ?? {}
    limit(request, longestMs, () => {
      if (!reply.sent) reply.send(tooLate('An answer'))
    })
    reply.raw.once('close', () => clearTimeout(limits.get(request)))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.abortSignal.aborted) return
    const { longestToLeaveMs = usualToLeaveMs } = request.routeOptions.config ?? {}
    limit(request, longestToLeaveMs, () => reply.raw.destroy())
  })
}
