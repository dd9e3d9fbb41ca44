import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { problemBody } from '../contract/problem.ts'
import { StorageAwayError } from '../pdf/document-service/document-storage.ts'
import { openHttpServer } from './http-server.ts'
import { problemMessages } from './problem-messages.ts'

let app: Awaited<ReturnType<typeof openHttpServer>>
let log: string[]
let counted: number

beforeEach(async () => {
  log = []
  counted = 0
  app = await openHttpServer(readConfig({}), openLog('info', { write: (line) => log.push(line) }))
  app.post('/sink', async () => 'taken')
  app.get('/count', async () => {
    counted += 1
    return `counted ${counted}`
  })
  app.get('/document', async () => {
    throw new StorageAwayError('The document store s3://secret-bucket cannot be used (503).')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

test('responds with a time to retry while documents are away, and keeps their place to itself', async () => {
  const response = await app.inject('/document')
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('30')
  expect(response.json().detail).toBe(problemMessages.documentsAway)
  expect(response.body + log.join('')).not.toContain('secret-bucket')
  expect(log.join('')).toContain('"code":"STORAGE_AWAY"')
})

const strict = {
  'content-security-policy': expect.stringContaining("script-src 'self';"),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** What the server sends in response to these bytes until it closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return Buffer.concat(await socket.toArray()).toString()
}

/** The response to these bytes. */
async function answerTo(bytes: string) {
  const text = await exchange(bytes)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [status, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)))
  return { status, headers, problem: problemBody().parse(JSON.parse(body)) }
}

test.each([
  ['bytes that are not HTTP', 'HELLO\r\n\r\n', '400 Bad Request', problemMessages.notHttp],
  [
    'an oversized header',
    `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    problemMessages.headersTooLarge,
  ],
  [
    'two Content-Length headers',
    'POST /sink HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    '400 Bad Request',
    problemMessages.notHttp,
  ],
  [
    'a Content-Length next to Transfer-Encoding',
    'POST /sink HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    '400 Bad Request',
    problemMessages.notHttp,
  ],
])('responds to %s with a problem and every header', async (_case, bytes, status, detail) => {
  const response = await answerTo(bytes)
  expect(response.status).toBe(`HTTP/1.1 ${status}`)
  expect(response.headers).toMatchObject({
    ...strict,
    'content-type': expect.stringContaining('problem+json'),
  })
  expect(response.problem).toMatchObject({ status: Number.parseInt(status, 10), detail })
  expect(log.join('')).toContain(response.problem.reference)
})

test.each(['/api/nowhere', '/', '/sink'])(
  'rejects two Host headers for %s with 400, even if they are equal',
  async (path) => {
    const response = await answerTo(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nhost: a\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(response.status).toBe('HTTP/1.1 400 Bad Request')
    expect(response.headers).toMatchObject({ 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff' })
    expect(response.problem.detail).toBe(problemMessages.severalHosts)
  },
)

test('does not return the headers of a TRACE request', async () => {
  const response = await answerTo(
    'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Secret: pigeon\r\n\r\n',
  )
  expect(response.status).toBe('HTTP/1.1 404 Not Found')
  expect(JSON.stringify(response)).not.toContain('pigeon')
})

test('believes a proxy the address of the visitor, but not the host, which visitors can forge', async () => {
  const proxied = await openHttpServer(readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), openLog('silent'))
  proxied.get('/seen', async ({ host, ip }) => ({ host, ip }))
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '203.0.113.9' }
  const response = await proxied.inject({
    url: '/seen',
    headers: { host: 'portal.example.com', ...forwarded },
  })
  expect(response.json()).toEqual({ host: 'portal.example.com', ip: '203.0.113.9' })
  await proxied.close()
})

test('answers an incomplete body with 408', async () => {
  app.server.headersTimeout = 1
  app.server.requestTimeout = 1
  const response = await answerTo(
    'POST /sink HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  )
  expect(response.status).toBe('HTTP/1.1 408 Request Timeout')
  expect(response.headers).toMatchObject(strict)
  expect(response.problem.detail).toBe(problemMessages.slowRequest)
})

test('handles a few requests on a connection at once, and closes one that sends many', async () => {
  const request = 'GET /count HTTP/1.1\r\nHost: a\r\n\r\n'
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  expect(await exchange(request.repeat(9) + last)).toContain('counted 10')
  counted = 0
  // The server may close the connection with a reset.
  expect(await exchange(request.repeat(200)).catch(() => '')).not.toContain('counted 11')
  expect(counted).toBeLessThanOrEqual(10)
  const unroutable = await exchange(request.replace('/count', '/%zz').repeat(200)).catch(() => '')
  expect(unroutable.split('HTTP/1.1 400').length).toBeLessThanOrEqual(11)
  expect(log.filter((line) => line.includes('too many requests in progress'))).toHaveLength(2)
  expect(await exchange(last)).toContain('counted')
})

test('a connection may send any number of requests, each after the response to the one before', async () => {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  for (let sent = 1; sent <= 30; sent += 1) {
    socket.write('GET /count HTTP/1.1\r\nHost: a\r\n\r\n')
    let text = ''
    while (!text.includes(`counted ${sent}`)) text += (await once(socket, 'data')).toString()
  }
  socket.destroy()
})

test('gives headers less time to arrive than the whole request', () => {
  expect(app.server.headersTimeout).toBeLessThan(app.server.requestTimeout)
})

test.each(['/api/info/%E0%A4%A', '/api/%', '/%E0%A4%A'])(
  'answers %s with 400 and every header',
  async (url) => {
    const response = await app.inject({
      url,
      headers: { accept: url.startsWith('/api') ? 'text/html' : '*/*' },
    })
    expect(response.statusCode).toBe(400)
    expect(response.headers).toMatchObject(strict)
    expect(problemBody().parse(response.json()).detail).toBe(problemMessages.badAddress)
  },
)

test('shows a page with every header for an unreadable address', async () => {
  const answer = await app.inject({ url: '/%E0%A4%A', headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers).toMatchObject({ ...strict, 'content-type': 'text/html; charset=utf-8' })
  expect(answer.body).toContain(`<h1>${problemMessages.badAddress}</h1>`)
})
