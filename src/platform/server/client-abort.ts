import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborted when nobody waits for the answer any more: it was sent, the client hung up, or was told that it took too
     * long. (Fastify's own signal also fires once a body is read.)
     */
    abortSignal: AbortSignal
  }
}

/** Why nobody waits for what was sent. It is one for all requests, for each of them ends with it. */
const answered = new DOMException('The answer was sent.', 'AbortError')

/** Whether nobody waits any more because the answer was sent, such as that it took too long: nobody hung up. */
export const wasAnswered = ({ reason }: AbortSignal): boolean => reason === answered

/** Gives every request the signal that nobody waits for its answer any more. */
export function registerAbortSignal(app: FastifyInstance) {
  app.decorateRequest('abortSignal')
  app.addHook('onRequest', async (request, reply) => {
    const abortController = new AbortController()
    request.abortSignal = abortController.signal
    reply.raw.once('close', () => abortController.abort(reply.raw.writableEnded ? answered : undefined))
  })
}
