import type { FastifyInstance } from 'fastify'
import { tooLate } from './too-late.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds that an answer may take until it begins to leave, where that is not the usual. */
    longestMs?: number
  }
}

const usualMs = 30_000

/** Tells whoever waits too long for an answer so. (Fastify's own limit ends when a request's body is read.) */
export function limitTime(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const late = setTimeout(() => {
      if (!reply.sent && !reply.raw.headersSent) reply.send(tooLate('An answer'))
    }, request.routeOptions.config?.longestMs ?? usualMs).unref()
    reply.raw.once('close', () => clearTimeout(late))
  })
}
