import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a server that closes wait for what is asked, and for nothing else: not for connections over which nothing was
 * asked yet (browsers open some in advance), nor for those whose last answer has left meanwhile. (Node.js ends those
 * alone that are idle between two requests when it begins to close.)
 */
export function endIdleConnections(app: FastifyInstance) {
  const unused = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
  })
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}
