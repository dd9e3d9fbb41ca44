import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { binaryResponse, endpoint } from '../contract/endpoint.ts'
import { openHttpServer } from './http-server.ts'
import { bytes, registerEndpoint } from './register-endpoint.ts'

const showFlag = endpoint({
  method: 'GET',
  path: '/api/flag',
  access: 'public',
  summary: 'A flag',
  request: z.object({}),
  response: binaryResponse('image/webp'),
})

let app: Awaited<ReturnType<typeof openHttpServer>>
let log: string[]
beforeEach(async () => {
  log = []
  app = await openHttpServer(readConfig({}), openLog('info', { write: (line) => log.push(line) }))
})
afterEach(() => app.close())

test('sends chunks in order with the announced length and no-store', async () => {
  async function* pieces() {
    yield* [Buffer.from([0, 255]), Buffer.from([10])]
  }
  registerEndpoint(app, showFlag, async () => bytes('image/webp', { length: 3, pieces: pieces() }))
  const { rawPayload, headers } = await app.inject('/api/flag')
  expect([...rawPayload]).toEqual([0, 255, 10])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '3',
    'cache-control': 'no-store',
  })
})

test('fetches chunks no faster than they are read and stops when the client disconnects', async () => {
  const over = Promise.withResolvers<void>()
  const [count, size] = [100, 1 << 20]
  let fetched = 0
  async function* pieces() {
    try {
      for (; fetched < count; fetched += 1) yield Buffer.alloc(size)
    } finally {
      over.resolve()
    }
  }
  registerEndpoint(app, showFlag, async () => bytes('image/webp', { length: count * size, pieces: pieces() }))
  const abortController = new AbortController()
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { body } = await fetch(`${origin}/api/flag`, { signal: abortController.signal })
  await body?.getReader().read()
  abortController.abort()
  await over.promise
  expect(fetched).toBeLessThan(count)
})

test('aborts a response whose chunks end too early', async () => {
  async function* pieces() {
    yield Buffer.from([0, 255])
    throw new Error('The rest is gone.')
  }
  registerEndpoint(app, showFlag, async () => bytes('image/webp', { length: 3, pieces: pieces() }))
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`${origin}/api/flag`).then((response) => response.arrayBuffer())
  await expect(answer).rejects.toThrow()
  expect(log.join('')).not.toContain('The rest')
})
