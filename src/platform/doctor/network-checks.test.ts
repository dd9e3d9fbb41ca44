import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMailServer } from '#test-support/mail-server.ts'
import { otherCertificate, testCertificate, testKey } from '#test-support/tls-certificates.ts'
import { setPause } from '../concurrency/sleep.ts'
import { setClock, timeAgo } from '../contract/clock.ts'
import {
  checkCertificate,
  checkMailServer,
  checkPortal,
  judgeCertificate,
  waitForPortal,
} from './network-checks.ts'

test('reports a mail server that refuses the connection', async () => {
  expect(await checkMailServer({ SMTP_URL: undefined })).toMatchObject({ status: 'ok' })
  const server = await openMailServer()
  expect(await checkMailServer({ SMTP_URL: server.url })).toMatchObject({ status: 'ok' })
  await server.close()
  const found = await checkMailServer({ SMTP_URL: server.url.replace('//', '//portal:hunter2@') })
  expect(found).toMatchObject({ status: 'failed', found: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

test.each([
  [90, undefined, 'ok'],
  [90, 'SELF_SIGNED_CERT_IN_CHAIN', 'failed'],
  [20, undefined, 'warning'],
  [-1, 'CERT_HAS_EXPIRED', 'failed'],
])('judges a certificate that is valid for %d days with the error %s as %s', (days, fault, status) => {
  const validTo = timeAgo(-days * 86_400_000 - 60_000)
  expect(judgeCertificate('portal.example.com', { validTo, fault }).status).toBe(status)
})

test('warns later about a certificate that is valid for a short time', () => {
  const certificate = { validTo: timeAgo(-2 * 86_400_000 - 60_000), fault: undefined }
  expect(judgeCertificate('portal', certificate, 1.4).status).toBe('ok')
  expect(judgeCertificate('portal', certificate, 2.1).status).toBe('warning')
})

test('warns if the public address cannot be reached from this machine', async () => {
  expect(await checkCertificate({ PUBLIC_URL: undefined })).toMatchObject({ status: 'ok' })
  expect(await checkCertificate({ PUBLIC_URL: 'https://127.0.0.1:1' })).toMatchObject({
    status: 'warning',
    found: '127.0.0.1 cannot be reached from this machine (ECONNREFUSED).',
  })
})

test('reports a portal that is away or not ready', async () => {
  const open = async (handler: RequestListener) => {
    const server = createServer(handler)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return { HOST: '0.0.0.0', PORT: (server.address() as AddressInfo).port }
  }
  const ready = await open((_request, response) => response.end('{}'))
  const waiting = await open((_request, response) => response.writeHead(503).end('{"detail":"Loading…"}'))
  expect(await checkPortal(ready)).toMatchObject({ status: 'ok' })
  expect(await checkPortal(waiting)).toMatchObject({
    status: 'failed',
    found: 'The portal is running but not ready: Loading…',
  })
  expect(await checkPortal({ HOST: '127.0.0.1', PORT: 2 })).toMatchObject({ status: 'warning' })
  expect(await checkPortal({ HOST: '127.0.0.1', PORT: 2 }, true)).toMatchObject({ status: 'failed' })
})

test('waits for a portal that starts, but not beyond the limit', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.writeHead(requests < 3 ? 503 : 200).end('{"detail":"Loading…"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  onTestFinished(setPause(async () => {}))
  const portal = { HOST: '127.0.0.1', PORT: (server.address() as AddressInfo).port }
  await waitForPortal(portal, 0)
  expect(requests).toBe(0)
  await waitForPortal(portal, 60)
  expect(requests).toBe(3)
  expect(await checkPortal(portal)).toMatchObject({ status: 'ok' })
})

test('compares the certificate that the portal serves with its file, and says when it expires', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-doctor-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    TLS_CERTIFICATE_FILE: join(folder, 'fullchain.pem'),
    TLS_KEY_FILE: join(folder, 'key.pem'),
  }
  writeFileSync(files.TLS_CERTIFICATE_FILE, testCertificate)
  writeFileSync(files.TLS_KEY_FILE, testKey)
  let status = 200
  const server = createTlsServer({ cert: testCertificate, key: testKey }, (_request, response) =>
    response.writeHead(status).end('{"detail":"Loading…"}'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const portal = { HOST: '0.0.0.0', PORT: port, ...files }
  const fine = { status: 'ok', found: `The portal at https://127.0.0.1:${port} is ready.` }
  expect(await checkPortal(portal)).toEqual(fine)
  status = 503
  expect(await checkPortal(portal)).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('Loading'),
  })
  status = 200
  onTestFinished(setClock(() => new Date('2126-10-30T12:00:00Z')))
  expect(await checkPortal(portal)).toMatchObject({
    status: 'warning',
    found: 'The certificate of TLS_CERTIFICATE_FILE expires in 5 days.',
  })
  writeFileSync(files.TLS_CERTIFICATE_FILE, otherCertificate)
  expect(await checkPortal(portal)).toMatchObject({
    status: 'failed',
    found: 'The portal does not serve the certificate in TLS_CERTIFICATE_FILE.',
  })
})
