import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Aborts when the response is no longer needed: it was sent, it timed out, or the client disconnected.
     * (Fastify's own signal also fires once a body is read.)
     */
    abortSignal: AbortSignal
  }
}

/** The abort reason after a response was sent, shared by all requests since each of them ends with it. */
const responseSent = new DOMException('The response was sent.', 'AbortError')

/**
 * Whether a signal was aborted because the response was sent (for example, an error after a timeout) rather
 * than because the client disconnected.
 */
export const wasResponseSent = ({ reason }: AbortSignal): boolean => reason === responseSent

/** Gives every request a signal that aborts when its response is no longer needed. */
export function registerAbortSignal(app: FastifyInstance) {
  app.decorateRequest('abortSignal')
  app.addHook('onRequest', async (request, reply) => {
    const abortController = new AbortController()
    request.abortSignal = abortController.signal
    reply.raw.once('close', () => abortController.abort(reply.raw.writableEnded ? responseSent : undefined))
  })
}
