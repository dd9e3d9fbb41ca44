import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { bytesOf } from '../contract/binary-response.ts'
import { endpoint } from '../contract/endpoint.ts'
import { openHttpServer } from './http-server.ts'
import { openLog } from './log.ts'
import { problem } from './problem.ts'
import { bytes, jsonText, registerEndpoint } from './register-endpoint.ts'
import { readConfig } from './settings.ts'
import { tooLate } from './timeout-error.ts'

const greet = endpoint({
  method: 'POST',
  path: '/api/greetings/{name}',
  access: 'public',
  summary: 'A greeting',
  headers: { tongue: 'accept-tongue' },
  request: z.object({ name: z.string().min(2), tongue: z.string(), times: z.number().int() }),
  response: z.object({ greeting: z.string() }),
})

type App = Awaited<ReturnType<typeof openHttpServer>>
let app: App
let log: string[]

beforeEach(async () => {
  log = []
  app = await openHttpServer(readConfig({}), openLog('info', { write: (line) => log.push(line) }))
})
afterEach(() => app.close())

const send = (payload: unknown, name = 'Ada') =>
  app.inject({
    method: 'POST',
    url: `/api/greetings/${name}`,
    headers: { 'accept-tongue': 'en', 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

function serveGreeting(answer: (times: number) => unknown = () => ({ greeting: 'hello', secret: 'no' })) {
  registerEndpoint(app, greet, async ({ times }) => answer(times) as { greeting: string })
}

test("a body that is not JSON is the caller's mistake", async () => {
  serveGreeting()
  const answer = await send('{')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ title: 'Bad Request', detail: 'The body is not valid JSON.' })
})

test.each([[{}], [[]], [{ times: 'two' }], ['null'], ['3']])(
  'a body of %j is 400 and names the field',
  async (body) => {
    serveGreeting()
    expect((await send(body)).statusCode).toBe(400)
  },
)

test('a fault in the path is 400 and says which field', async () => {
  serveGreeting()
  expect((await send({ times: 1 }, 'A')).json().detail).toContain('name:')
})

test('a body too large is 413', async () => {
  serveGreeting()
  expect((await send({ times: 1, more: 'x'.repeat(300_000) })).statusCode).toBe(413)
})

test('what goes wrong inside is 500 without a word about it, under a reference that the log knows', async () => {
  serveGreeting(() => {
    throw new Error('password=hunter2')
  })
  const answer = await send({ times: 1 })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('hunter2')
  expect(log.join('')).not.toContain('hunter2')
  expect(log.join('')).toContain(answer.json().reference)
})

test('a cast of our own that PostgreSQL refuses is our fault, and logged', async () => {
  serveGreeting(() => {
    throw Object.assign(new Error('invalid input syntax for type uuid: "x"'), { code: '22P02' })
  })
  expect((await send({ times: 1 })).statusCode).toBe(500)
  expect(log.join('')).toContain('a request failed')
})

test('who waited too long for a document is told to try again, and the log knows of it', async () => {
  serveGreeting(() => {
    throw tooLate('A document')
  })
  const answer = await send({ times: 1 })
  expect(answer.statusCode).toBe(503)
  expect(answer.json().detail).toBe('The answer took too long. Please try again.')
  expect(log.join('')).toContain('a request failed')
})

test('an answer that breaks the contract does not leave', async () => {
  serveGreeting(() => ({ greeting: 3 }))
  expect((await send({ times: 1 })).statusCode).toBe(500)
})

test('a call whose access nobody can prove is refused', async () => {
  registerEndpoint(app, { ...greet, access: 'staff' }, async () => ({ greeting: 'hello' }))
  expect((await send({ times: 1 })).statusCode).toBe(401)
})

test('a problem carries its members', async () => {
  serveGreeting(() => {
    throw problem(409, 'Already decided.', { statusCode: 409 })
  })
  expect((await send({ times: 1 })).json()).toMatchObject({
    status: 409,
    detail: 'Already decided.',
    statusCode: 409,
  })
})

test('a word that the contract does not name goes nowhere, not even to who decides on admission', async () => {
  let seen: unknown
  app.admissions['by-definition'] = (input) => {
    seen = input
  }
  registerEndpoint(app, { ...greet, access: 'by-definition' }, async () => ({ greeting: 'hello' }))
  await send({ times: 1, key: 'stray', name: 'Eve' })
  expect(seen).toEqual({ name: 'Ada', tongue: 'en', times: 1 })
})

test('path, header and body come together, and only what the contract names leaves', async () => {
  serveGreeting()
  expect((await send({ times: 1 })).json()).toEqual({ greeting: 'hello' })
})

test('text made by the database passes as it is', async () => {
  registerEndpoint(app, greet, async () => jsonText('{"greeting":"from the database"}'))
  expect((await send({ times: 1 })).body).toBe('{"greeting":"from the database"}')
})

const showFlag = endpoint({
  method: 'GET',
  path: '/api/flag',
  access: 'public',
  summary: 'A flag',
  request: z.object({}),
  response: bytesOf('image/png', 'image/webp'),
})

test('bytes of a type that the contract does not name do not leave', async () => {
  registerEndpoint(app, showFlag, async () => bytes('text/html', Buffer.from('<script>')))
  expect((await app.inject('/api/flag')).statusCode).toBe(500)
})

test('bytes leave as they are, under their type, and are kept by nobody', async () => {
  registerEndpoint(app, showFlag, async () => bytes('image/webp', Buffer.from([0, 255, 10])))
  const { rawPayload, headers } = await app.inject('/api/flag')
  expect([...rawPayload]).toEqual([0, 255, 10])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('the description of a call that answers with bytes names their types', async () => {
  registerEndpoint(app, showFlag, async () => bytes('image/png', Buffer.of()))
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const binary = { schema: { type: 'string', format: 'binary' } }
  expect(paths['/api/flag'].get.responses['200'].content).toEqual({
    'image/png': binary,
    'image/webp': binary,
  })
})

test('a route under /api without a contract does not start', () => {
  expect(() => app.get('/api/loose', async () => 'x')).toThrow('without a contract')
})

test('an address that is not there is a problem too', async () => {
  const answer = await app.inject('/api/nothing')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ title: 'Not Found' })
})

test('every answer carries the headers that keep browsers strict', async () => {
  const { headers } = await app.inject('/api/nothing')
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('a nonce is never used twice', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => (await app.inject('/')).headers['content-security-policy']),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('the description of the calls shows each part where it travels', async () => {
  serveGreeting()
  const { paths, openapi } = (await app.inject('/api/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  const call = paths['/api/greetings/{name}'].post
  expect(call.parameters).toMatchObject([
    { in: 'path', name: 'name' },
    { in: 'header', name: 'accept-tongue' },
  ])
  expect(Object.keys(call.requestBody.content['application/json'].schema.properties)).toEqual(['times'])
})

test('the log knows the route of an answer and not its address', async () => {
  serveGreeting()
  await send({ times: 1 }, 'Jane-Roe')
  expect(log.join('')).toContain('/api/greetings/:name')
  expect(log.join('')).not.toContain('Jane-Roe')
})

test.each([
  ['one address', ['127.0.0.1', '127.0.0.1', '127.0.0.1']],
  ['addresses of one IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2::3']],
  ['an address mapped into IPv6', ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7']],
])('past the limit of calls a visitor is asked to wait: %s', async (_what, addresses) => {
  const strict = await openHttpServer({ ...readConfig({}), RATE_LIMIT_PER_MINUTE: 2 }, openLog('silent'))
  registerEndpoint(strict, greet, async () => ({ greeting: 'hello' }))
  const call = { method: 'POST', url: '/api/greetings/Ada', payload: {} } as const
  const answers = []
  for (const remoteAddress of addresses) answers.push(await strict.inject({ ...call, remoteAddress }))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 429])
  expect(answers[2]?.headers['retry-after']).toBeDefined()
  expect(answers[2]?.json()).toMatchObject({ title: 'Too Many Requests' })
  await strict.close()
})
