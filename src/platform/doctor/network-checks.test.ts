import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openMailServer } from '#test-support/mail-server.ts'
import { setPause } from '../concurrency/sleep.ts'
import { timeAgo } from '../contract/clock.ts'
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

test('warns if the public address cannot be reached from this machine', async () => {
  expect(await checkCertificate({ PUBLIC_URL: undefined })).toMatchObject({ status: 'ok' })
  expect(await checkCertificate({ PUBLIC_URL: 'https://127.0.0.1:1' })).toMatchObject({
    ...{ status: 'warning', found: '127.0.0.1 cannot be reached from this machine (ECONNREFUSED).' },
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
    ...{ status: 'failed', found: 'The portal is running but not ready: Loading…' },
  })
  expect(await checkPortal({ HOST: '127.0.0.1', PORT: 2 })).toMatchObject({ status: 'warning' })
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
