import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, connect as connectPlain, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { otherCertificate, testCertificate, testKey } from '#test-support/tls-certificates.ts'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { openHttpServer } from './http-server.ts'
import { serveMetrics } from './monitoring-routes.ts'
import { readTlsOptions, startCertificateRenewal } from './tls-options.ts'

let folder: string
let app: FastifyInstance
const readFiles = () =>
  readConfig({
    TLS_CERTIFICATE_FILE: join(folder, 'fullchain.pem'),
    TLS_KEY_FILE: join(folder, 'key.pem'),
  })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-tls-'))
  writeFileSync(join(folder, 'fullchain.pem'), testCertificate)
  writeFileSync(join(folder, 'key.pem'), testKey)
  app = await openHttpServer(readFiles(), openLog('silent'))
  app.get('/protocol', { config: { open: true } }, async ({ protocol }) => protocol)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const listen = async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app.server)
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** A verified connection, as that of a proxy: with the name and the authority that it expects. */
async function open(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: testCertificate,
    ...options,
  })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

async function get(port: number, path: string) {
  const options = { servername: 'localhost', ca: testCertificate, agent: false }
  const [response] = await once(request(`https://127.0.0.1:${port}${path}`, options).end(), 'response')
  return { status: Number(response.statusCode), body: await text(response) }
}

test.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s', async (version) => {
  const port = await listen()
  const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
  await expect(open(port, old)).rejects.toThrow(/protocol version|ECONNRESET/)
})

test.each(['AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA'])(
  'refuses the suite %s, without forward secrecy or authenticated encryption',
  async (ciphers) => {
    const port = await listen()
    await expect(open(port, { maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(/handshake failure/)
  },
)

test.each(['TLSv1.2', 'TLSv1.3'] as const)('serves HTTPS with %s', async (version) => {
  const port = await listen()
  const socket = await open(port, { minVersion: version, maxVersion: version })
  expect([socket.authorized, socket.getProtocol()]).toEqual([true, version])
  expect(await get(port, '/protocol')).toEqual({ status: 200, body: 'https' })
})

test('does not answer a request without TLS', async () => {
  const socket = connectPlain(await listen(), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /protocol HTTP/1.1\r\nHost: localhost\r\n\r\n')
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  await once(socket, 'close')
  expect(received).not.toContain('HTTP/1.1')
})

test('a connection that never begins its handshake is closed after ten seconds', async () => {
  const socket = connectPlain(await listen(), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket.resume(), 'close')
  expect(socket.bytesRead).toBe(0)
})

test('the metrics have the same certificate', async () => {
  const server = await serveMetrics(
    new Registry(),
    { port: 0, host: '127.0.0.1' },
    readTlsOptions(readFiles()),
  )
  onTestFinished(() => void server.close())
  expect(await get(portOf(server), '/metrics')).toMatchObject({ status: 200 })
  await expect(fetch(`http://127.0.0.1:${portOf(server)}/metrics`)).rejects.toThrow()
})

test('new connections get a renewed certificate, and a damaged one changes nothing', async () => {
  const log: string[] = []
  const port = await listen()
  const metrics = await serveMetrics(
    new Registry(),
    { port: 0, host: '127.0.0.1' },
    readTlsOptions(readFiles()),
  )
  onTestFinished(() => void metrics.close())
  const renewal = startCertificateRenewal({
    files: readFiles(),
    servers: [app.server, metrics],
    intervalMs: 5,
    log: openLog('info', { write: (line) => log.push(line) }),
  })
  const served = async (at: number) => {
    const socket = await open(at, { rejectUnauthorized: false })
    return socket.getPeerX509Certificate()?.subjectAltName
  }
  const before = await open(port)
  writeFileSync(join(folder, 'fullchain.pem'), 'half of a certi')
  await expect.poll(() => log.join(), { interval: 5 }).toContain('reading the certificate failed')
  expect(log.join()).toContain('"code":"TLS_CERTIFICATE_FILE NO_CERTIFICATE"')
  expect(await served(port)).toContain('DNS:localhost')
  writeFileSync(join(folder, 'fullchain.pem'), otherCertificate)
  await expect.poll(() => log.join(), { interval: 5 }).toContain('certificate renewed')
  expect([await served(port), await served(portOf(metrics))]).toEqual(
    Array(2).fill('DNS:receiver.example.com'),
  )
  expect(before.destroyed).toBe(false)
  await expect(open(port)).rejects.toThrow(/self-signed|does not match/)
  await expect(
    open(port, { rejectUnauthorized: false, maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  ).rejects.toThrow()
  await renewal.stop()
  expect(log.filter((line) => line.includes('certificate renewed'))).toHaveLength(1)
})

test('shutdown completes a response over TLS, and does not wait for a handshake or an idle connection', async () => {
  const rest = Promise.withResolvers<void>()
  async function* pieces() {
    yield 'half '
    await rest.promise
    yield 'and half'
  }
  app.get('/slow', { config: { open: true } }, (_, reply) => reply.send(Readable.from(pieces())))
  const port = await listen()
  const silent = connectPlain(port, '127.0.0.1').on('error', () => {})
  await once(app.server, 'connection')
  const idle = await open(port)
  const ended = [silent, idle].map((socket) => once(socket, 'close'))
  const options = { servername: 'localhost', ca: testCertificate, agent: false }
  const [response] = await once(request(`https://127.0.0.1:${port}/slow`, options).end(), 'response')
  const closed = app.close()
  await Promise.all(ended)
  rest.resolve()
  expect(await text(response)).toBe('half and half')
  await closed
})
