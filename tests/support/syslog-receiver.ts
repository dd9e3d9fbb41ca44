import { once } from 'node:events'
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { testCertificate, testKey } from './tls-certificates.ts'

/**
 * What the receiver does with the next connections: read to the end and close; reset the connection after a number of
 * messages; read and never close; not read at all; or close before it reads.
 */
type Behavior = 'reads' | 'never closes' | 'never reads' | 'closes at once' | { resetsAfter: number }

/** A real syslog receiver for tests: TCP or TLS with octet-counted frames and nothing between them. */
export async function openSyslogReceiver({ tls = true, cert = testCertificate } = {}) {
  const sockets = new Set<Socket>()
  /** The connection itself: below TLS, a socket cannot reset it. */
  let connection: Socket | undefined
  const receive = (socket: Socket) => {
    socket.on('error', () => {})
    receiver.connections += 1
    const { behavior } = receiver
    if (behavior === 'never reads') return void socket.pause()
    if (behavior === 'closes at once') return void socket.destroy()
    let [rest, taken] = [Buffer.alloc(0), 0]
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let frame = takeFrame(rest); frame; frame = takeFrame(rest)) {
        if (frame === 'wrong') {
          receiver.faults.push('not a frame')
          return void socket.destroy()
        }
        rest = rest.subarray(frame.length)
        receiver.messages.push(frame.message)
        taken += 1
        if (typeof behavior === 'string') continue
        if (taken === behavior.resetsAfter) return void connection?.resetAndDestroy()
      }
    })
    socket.once('end', () => {
      if (behavior === 'reads' && rest.length > 0)
        receiver.faults.push(`${rest.length} bytes after the last message`)
      if (behavior !== 'never closes') socket.end()
    })
  }
  const server = tls
    ? createTlsServer({ key: testKey, cert, allowHalfOpen: true }, receive)
    : createPlainServer({ allowHalfOpen: true }, receive)
  server.on('connection', (socket: Socket) => {
    connection = socket
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = (server.address() as AddressInfo).port
  const receiver = {
    behavior: 'reads' as Behavior,
    messages: [] as string[],
    faults: [] as string[],
    connections: 0,
    url: `syslog+${tls ? 'tls' : 'tcp'}://localhost:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** The first frame, if it is complete; 'wrong' if the bytes do not begin with a length. */
function takeFrame(bytes: Buffer) {
  const start = bytes.subarray(0, 8).toString('latin1')
  const [header, digits = ''] = /^([1-9]\d{0,6}) /.exec(start) ?? []
  if (!header) return /^([1-9]\d{0,6})?$/.test(start) ? undefined : ('wrong' as const)
  const length = header.length + Number(digits)
  if (bytes.length < length) return undefined
  return { length, message: bytes.subarray(header.length, length).toString() }
}
