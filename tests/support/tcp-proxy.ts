import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Blocks all traffic over open and new connections without closing any. */
  silence(): void
  /** Lets new connections pass again. Earlier ones stay silent, as after the loss of a host. */
  recover(): void
  close(): Promise<void>
}

/** A TCP proxy for a Unix socket that can simulate a lost host: packets vanish without a reset. */
export async function openTcpProxy(socketPath: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ path: socketPath, allowHalfOpen: true })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    if (isSilent) return void client.pause()
    client.pipe(upstream).pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.once('close', () => other.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.unpipe().removeAllListeners('close').pause()
    },
    recover() {
      isSilent = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
