import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { endpoint } from '../contract/endpoint.ts'
import { openHttpServer } from './http-server.ts'
import { registerEndpoint } from './register-endpoint.ts'

const greet = endpoint({
  method: 'POST',
  path: '/api/greetings',
  access: 'public',
  summary: 'A greeting',
  request: z.object({}),
  response: z.object({ greeting: z.string() }),
})
const order = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' } as const

let app: Awaited<ReturnType<typeof openHttpServer>>
let log: string[]
beforeEach(async () => {
  log = []
  app = await openHttpServer(readConfig({}), openLog('warn', { write: (line) => log.push(line) }))
})
afterEach(() => app.close())

const greeted = async () => ({ greeting: 'hello' })
const fails = (reason: unknown) => Promise.reject(reason)

test.each([
  ['fails', fails],
  ['still completes', greeted],
])('logs one line for a response that times out and whose work %s', async (_what, work) => {
  const over = Promise.withResolvers<void>()
  const afterLimit = async ({ abortSignal }: { abortSignal: AbortSignal }) => {
    await once(abortSignal, 'abort')
    over.resolve()
    return work(abortSignal.reason)
  }
  registerEndpoint(app, greet, (_, request) => afterLimit(request), { timeoutMs: 20 })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${origin}${greet.path}`, order)).status).toBe(503)
  await over.promise
  await new Promise((settled) => setImmediate(settled))
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('request failed')
})

test('sends a response whose timeout expires as sending begins', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  app.addHook('onSend', async () => void vi.advanceTimersByTime(60_000))
  registerEndpoint(app, greet, greeted)
  const response = await app.inject({ method: 'POST', url: greet.path, payload: {} })
  expect([response.statusCode, response.json()]).toEqual([200, await greeted()])
  expect(log).toEqual([])
})

test('cuts off a client that reads the response too slowly', async () => {
  function* endless() {
    for (;;) yield Buffer.alloc(1 << 20)
  }
  app.get('/endless', { config: { sendTimeoutMs: 100 } }, (_, reply) => reply.send(Readable.from(endless())))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${origin}/endless`)
  await expect(response.arrayBuffer()).rejects.toThrow()
})
