import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a server that stops waits for the answers under way. */
const longestStopMs = 16_000

/**
 * Lets a server that stops wait for the answers that are under way, for so long, and for nothing else: not for
 * connections over which nothing is asked (browsers open some in advance), or half a question, or whose answer has left
 * meanwhile. (Node.js ends those alone that are idle between two requests when it begins to stop, and looks no more for
 * requests that never come to their end.)
 */
export function stopInTime(app: FastifyInstance, longestMs = longestStopMs) {
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
    const late = setTimeout(() => app.server.closeAllConnections(), longestMs).unref()
    app.server.once('close', () => clearTimeout(late))
  })
}
