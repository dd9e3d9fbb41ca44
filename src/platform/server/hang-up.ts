import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborted when the client hangs up before it has its answer. (Fastify's own signal also fires once a body is read.) */
    hangUp: AbortSignal
  }
}

/** Gives every request the signal that its client has hung up. */
export function noticeHangUps(app: FastifyInstance) {
  app.decorateRequest('hangUp')
  app.addHook('onRequest', async (request, reply) => {
    const hangUp = new AbortController()
    request.hangUp = hangUp.signal
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) hangUp.abort()
    })
  })
}
