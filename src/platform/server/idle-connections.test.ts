import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openHttpServer } from './http-server.ts'
import { openLog } from './log.ts'
import { readConfig } from './settings.ts'

async function aServer() {
  const app = await openHttpServer(readConfig({}), openLog('silent'))
  const open = async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    return { port, address: `http://127.0.0.1:${port}` }
  }
  return { app, open }
}

test('a server that closes does not wait for connections over which nothing was asked', async () => {
  const { app, open } = await aServer()
  const { port } = await open()
  const socket = connect(port, '127.0.0.1')
  await Promise.all([once(app.server, 'connection'), once(socket, 'connect')])
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

test('an answer that leaves while the server closes leaves whole, and nobody waits for its connection after that', async () => {
  const { app, open } = await aServer()
  const rest = Promise.withResolvers<void>()
  async function* pieces() {
    yield 'half '
    await rest.promise
    yield 'and half'
  }
  app.get('/slow', (_, reply) => reply.send(Readable.from(pieces())))
  const { address } = await open()
  const answer = await fetch(`${address}/slow`)
  const closed = app.close()
  rest.resolve()
  expect(await answer.text()).toBe('half and half')
  await closed
})
