import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a closing server waits for responses in progress. */
const defaultTimeoutMs = 16_000

/**
 * Makes a closing server wait, for a limited time, only for responses in progress: not for connections
 * without a request (browsers preconnect), incomplete requests, or connections whose response has been sent.
 * (Node.js closes only connections that are idle between requests when shutdown begins, and stops checking
 * for incomplete requests.)
 */
export function registerGracefulShutdown(app: FastifyInstance, timeoutMs = defaultTimeoutMs) {
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  let isStopping = false
  app.server.on('connection', (socket: Socket) => {
    if (isStopping) return socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    busy.add(socket)
    answer.once('close', () => {
      busy.delete(socket)
      if (isStopping) socket.end()
    })
  })
  app.addHook('preClose', async () => {
    isStopping = true
    for (const socket of open) if (!busy.has(socket)) socket.destroy()
    const late = setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    app.server.once('close', () => clearTimeout(late))
  })
}
