import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { binaryResponse, endpoint } from '../contract/endpoint.ts'
import { openHttpServer } from './http-server.ts'
import { problem } from './problem.ts'
import { bytes, jsonText, registerEndpoint } from './register-endpoint.ts'
import { timeoutError } from './response-timeout.ts'

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

function serveGreeting(response: (times: number) => unknown = () => ({ greeting: 'hello', secret: 'no' })) {
  registerEndpoint(app, greet, async ({ times }) => response(times) as { greeting: string })
}

test('returns 400 for a body that is not JSON', async () => {
  serveGreeting()
  const response = await send('{')
  expect(response.statusCode).toBe(400)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({ title: 'Bad Request', detail: 'The body is not valid JSON.' })
})

test.each([[{}], [[]], [{ times: 'two' }], ['null'], ['3']])('returns 400 for a body of %j', async (body) => {
  serveGreeting()
  expect((await send(body)).statusCode).toBe(400)
})

test('returns 400 with the field name for an invalid path', async () => {
  serveGreeting()
  expect((await send({ times: 1 }, 'A')).json().detail).toContain('name:')
})

test('returns 413 for a body that is too large', async () => {
  serveGreeting()
  expect((await send({ times: 1, more: 'x'.repeat(300_000) })).statusCode).toBe(413)
})

test('returns 500 without details for an internal error and logs its reference', async () => {
  serveGreeting(() => {
    throw new Error('password=hunter2')
  })
  const response = await send({ times: 1 })
  expect(response.statusCode).toBe(500)
  expect(response.body).not.toContain('hunter2')
  expect(log.join('')).not.toContain('hunter2')
  expect(log.join('')).toContain(response.json().reference)
})

test('a cast that PostgreSQL rejects is logged as an internal error', async () => {
  serveGreeting(() => {
    throw Object.assign(new Error('invalid input syntax for type uuid: "x"'), { code: '22P02' })
  })
  expect((await send({ times: 1 })).statusCode).toBe(500)
  expect(log.join('')).toContain('request failed')
})

test('a response timeout asks the user to try again and is logged', async () => {
  serveGreeting(() => {
    throw timeoutError('A document')
  })
  const response = await send({ times: 1 })
  expect(response.statusCode).toBe(503)
  expect(response.json().detail).toBe('The response took too long. Please try again.')
  expect(log.join('')).toContain('request failed')
})

test('does not send a response that violates the contract', async () => {
  serveGreeting(() => ({ greeting: 3 }))
  expect((await send({ times: 1 })).statusCode).toBe(500)
})

test('an endpoint is not registered if the app has no guard for its access', async () => {
  const register = () =>
    registerEndpoint(app, { ...greet, access: 'staff' }, async () => ({ greeting: 'hello' }))
  expect(register).toThrow('needs the guard "staff"')
  expect((await send({ times: 1 })).statusCode).toBe(404)
})

test.each([
  ['without a body limit', {}],
  ['with a body limit', { bodyLimit: 1000 }],
])('runs the guard once for each request %s', async (_what, limits) => {
  const guard = vi.fn(async () => {})
  app.guards.staff = guard
  registerEndpoint(app, { ...greet, access: 'staff' }, async () => ({ greeting: 'hello' }), limits)
  expect((await send({ times: 1 })).statusCode).toBe(200)
  expect(guard).toHaveBeenCalledTimes(1)
})

test('with a body limit, the guard rejects a request before its body is read', async () => {
  app.guards.staff = () => Promise.reject(problem(401, 'Sign in.'))
  const respond = async () => ({ greeting: 'hello' })
  registerEndpoint(app, { ...greet, access: 'staff' }, respond, { bodyLimit: 10 })
  expect((await send({ stray: 'larger than the limit' })).statusCode).toBe(401)
})

test('a problem carries its extension members', async () => {
  serveGreeting(() => {
    throw problem(409, 'Already decided.', { statusCode: 409 })
  })
  expect((await send({ times: 1 })).json()).toMatchObject({
    status: 409,
    detail: 'Already decided.',
    statusCode: 409,
  })
})

test('drops request fields that the contract does not name, even before the guard', async () => {
  let seen: unknown
  app.guards['by-definition'] = async ({ input }) => {
    seen = input
  }
  registerEndpoint(app, { ...greet, access: 'by-definition' }, async () => ({ greeting: 'hello' }))
  await send({ times: 1, key: 'stray', name: 'Eve' })
  expect(seen).toEqual({ name: 'Ada', tongue: 'en', times: 1 })
})

test('combines path, headers and body and sends only contract fields', async () => {
  serveGreeting()
  expect((await send({ times: 1 })).json()).toEqual({ greeting: 'hello' })
})

test('sends JSON text made by the database unchanged, and lists of texts as arrays', async () => {
  const rows = ['{"name":"Zoë 😀"}', '2', '""']
  registerEndpoint(app, greet, async () => jsonText('{"none":', [], ',"rows":', rows, '}'))
  expect((await send({ times: 1 })).body).toBe('{"none":[],"rows":[{"name":"Zoë 😀"},2,""]}')
})

const showFlag = endpoint({
  method: 'GET',
  path: '/api/flag',
  access: 'public',
  summary: 'A flag',
  request: z.object({}),
  response: binaryResponse('image/png', 'image/webp'),
})

test('does not send bytes of an undeclared media type', async () => {
  registerEndpoint(app, showFlag, async () => bytes('text/html', Buffer.from('<script>')))
  expect((await app.inject('/api/flag')).statusCode).toBe(500)
})

test('sends bytes unchanged with their media type and no-store', async () => {
  registerEndpoint(app, showFlag, async () => bytes('image/webp', Buffer.from([0, 255, 10])))
  const { rawPayload, headers } = await app.inject('/api/flag')
  expect([...rawPayload]).toEqual([0, 255, 10])
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('the API description names the media types of a binary response', async () => {
  registerEndpoint(app, showFlag, async () => bytes('image/png', Buffer.of()))
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const binary = { schema: { type: 'string', format: 'binary' } }
  expect(paths['/api/flag'].get.responses['200'].content).toEqual({
    'image/png': binary,
    'image/webp': binary,
  })
})

test('a route under /api without a contract prevents startup', () => {
  expect(() => app.get('/api/loose', async () => 'x')).toThrow('without a contract')
})

test('returns a problem for an unknown address', async () => {
  const response = await app.inject('/api/nothing')
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ title: 'Not Found' })
})

test('sends the strict security headers with every response', async () => {
  const { headers } = await app.inject('/api/nothing')
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('never reuses a nonce', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => (await app.inject('/')).headers['content-security-policy']),
  )
  expect(new Set(nonces).size).toBe(3)
})

test('the API description shows where each input is sent', async () => {
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

test('logs the route of a response but not its address', async () => {
  serveGreeting()
  await send({ times: 1 }, 'Jane-Roe')
  expect(log.join('')).toContain('/api/greetings/:name')
  expect(log.join('')).not.toContain('Jane-Roe')
})

test.each([
  ['one address', ['127.0.0.1', '127.0.0.1', '127.0.0.1']],
  ['addresses of one IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2::3']],
  ['an address mapped into IPv6', ['203.0.113.7', '::ffff:203.0.113.7', '203.0.113.7']],
])('returns 429 beyond the rate limit: %s', async (_what, addresses) => {
  const strict = await openHttpServer({ ...readConfig({}), RATE_LIMIT_PER_MINUTE: 2 }, openLog('silent'))
  registerEndpoint(strict, greet, async () => ({ greeting: 'hello' }))
  const call = { method: 'POST', url: '/api/greetings/Ada', payload: {} } as const
  const responses = []
  for (const remoteAddress of addresses) responses.push(await strict.inject({ ...call, remoteAddress }))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 429])
  expect(responses[2]?.headers['retry-after']).toBeDefined()
  expect(responses[2]?.json()).toMatchObject({ title: 'Too Many Requests' })
  await strict.close()
})
