import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { registerConnectionLimits } from './http-server.ts'

let app: FastifyInstance
beforeEach(() => {
  app = Fastify() as unknown as FastifyInstance
})

async function opened() {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const socketTo = async () => {
    const socket = connect(port, '127.0.0.1')
    const [[served]] = await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])
    return { socket, served: served as Socket }
  }
  return { address: `http://127.0.0.1:${port}`, socketTo }
}

/** Closes the server in either way. */
function closeOf(socket: Socket) {
  socket.on('error', () => undefined)
  return new Promise((closed) => socket.once('close', closed))
}

test('shutdown does not wait for connections without a request', async () => {
  registerConnectionLimits(app)
  const { socket } = await (await opened()).socketTo()
  const ended = closeOf(socket)
  await app.close()
  await ended
})

test('shutdown does not wait for the rest of an incomplete request', async () => {
  registerConnectionLimits(app)
  app.get('/', async () => 'whole')
  const { socket, served } = await (await opened()).socketTo()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(String(await once(socket, 'data'))).toContain('whole')
  const asked = served.bytesRead
  socket.write('GET / HTTP/1.1\r\nHost')
  await expect.poll(() => served.bytesRead, { interval: 5 }).toBeGreaterThan(asked)
  const ended = closeOf(socket)
  await app.close()
  await ended
})

test('shutdown completes a response in progress and then closes its connection', async () => {
  registerConnectionLimits(app)
  const rest = Promise.withResolvers<void>()
  async function* pieces() {
    yield 'half '
    await rest.promise
    yield 'and half'
  }
  app.get('/', (_, reply) => reply.send(Readable.from(pieces())))
  const response = await fetch((await opened()).address)
  const closed = app.close()
  rest.resolve()
  expect(await response.text()).toBe('half and half')
  await closed
})

test('shutdown waits a limited time for missing bodies and slow readers', async () => {
  registerConnectionLimits(app, 100)
  app.post('/', async () => 'never')
  function* endless() {
    for (;;) yield Buffer.alloc(1 << 20)
  }
  app.get('/', (_, reply) => reply.send(Readable.from(endless())))
  const { address, socketTo } = await opened()
  const { socket: half } = await socketTo()
  half.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{')
  await once(app.server, 'request')
  const unread = await fetch(address)
  await app.close()
  await expect(unread.arrayBuffer()).rejects.toThrow()
})
