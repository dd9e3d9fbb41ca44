import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openWebhookReceiver } from '#test-support/webhook-receiver.ts'
import { openLog } from '../config/log.ts'
import { audit } from '../db/audit.ts'
import { sealAuditEntries } from '../db/audit-chain-queries.ts'
import type { Database } from '../db/database.ts'
import { checkAuditStream } from '../doctor/network-checks.ts'
import { beginStream, findStreamState } from './stream-queries.ts'
import { streamedSeal } from './stream-records.ts'
import { createStreamTransport, type SendRecords } from './stream-transport.ts'
import { sendUnsentEntries } from './stream-worker.ts'

const secrets = [Buffer.alloc(24, 1), Buffer.alloc(32, 2)]
const batch = z.object({
  type: z.literal('audit.entries'),
  data: z.object({ entries: z.array(streamedSeal) }),
})

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
let clock: ReturnType<typeof freezeClock>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  owner = database.databaseContext.owner
  clock = freezeClock()
  await sealAuditEntries(owner)
  await beginStream(owner)
  for (const subject of ['one', 'two']) await audit(owner, { actor: 'ada', action: 'read', subject })
  await sealAuditEntries(owner)
})
afterEach(() => database.drop())

async function openReceiver(timeoutMs?: number) {
  const receiver = await openWebhookReceiver()
  onTestFinished(receiver.close)
  const config = { AUDIT_STREAM_URL: receiver.url, AUDIT_STREAM_SECRET: secrets, PUBLIC_URL: undefined }
  const send = createStreamTransport(config, timeoutMs)
  if (!send) throw new Error('No transport.')
  return { receiver, config, sendDue: () => sendUnsentEntries({ owner, send, log: openLog('silent') }) }
}

test.each([
  [413, 'HTTP 413'],
  [302, 'HTTP 302'],
  ['hangs', 'timeout'],
  ['drops', 'UND_ERR_SOCKET'],
] as const)('resends the same entries to a webhook that responds with %s', async (behavior, error) => {
  const { receiver, sendDue } = await openReceiver(behavior === 'hangs' ? 500 : undefined)
  receiver.behavior = behavior
  expect(await sendDue()).toBe(0)
  expect(await findStreamState(owner)).toMatchObject({ attempts: 1, error, waiting: 2 })
  receiver.behavior = 204
  clock.forward({ minutes: 1 })
  expect(await sendDue()).toBe(2)
  const [first, second] = receiver.received.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    body: JSON.parse(body),
  }))
  expect(second?.id).toBe(first?.id)
  expect(second?.body.data).toEqual(first?.body.data)
})

test('batches shrink after failures, so that a refused entry can be identified', async () => {
  for (const subject of ['refused', 'four']) await audit(owner, { actor: 'ada', action: 'read', subject })
  await sealAuditEntries(owner)
  const begun = await findStreamState(owner)
  const sent: string[] = []
  const send: SendRecords = async (records) => {
    if (records.some(({ entry }) => entry?.subject === 'refused'))
      throw Object.assign(new Error(), { code: 'HTTP 413' })
    sent.push(...records.map(({ entry }) => entry?.subject ?? ''))
  }
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await sendUnsentEntries({ owner, send, log: openLog('silent') })
    clock.forward({ minutes: 15 })
  }
  expect(sent).toEqual(['one', 'two'])
  expect(await findStreamState(owner)).toMatchObject({
    position: (begun?.position ?? 0) + 2,
    error: 'HTTP 413',
    waiting: 2,
  })
})

test('a batch has its entries in order and is signed with both secrets', async () => {
  const { receiver, sendDue } = await openReceiver()
  await sendDue()
  const [received] = receiver.received
  const body = received?.body ?? ''
  const headers: Record<string, string> = received?.headers ?? {}
  const { entries } = batch.parse(JSON.parse(body)).data
  expect(entries.map(({ content }) => JSON.parse(content ?? '')[4])).toEqual(['one', 'two'])
  expect(entries[1]?.previousHash).toBe(entries[0]?.hash)
  const id = headers['webhook-id'] ?? ''
  const signedAt = new Date(Number(headers['webhook-timestamp']) * 1000)
  const signatures = secrets.map((secret) =>
    new Webhook(`whsec_${secret.toString('base64')}`).sign(id, signedAt, body),
  )
  expect(headers['webhook-signature']).toBe(signatures.join(' '))
})

test('doctor sends an empty message, and says why a webhook cannot be used', async () => {
  const { receiver, config } = await openReceiver()
  receiver.behavior = 401
  expect(await checkAuditStream(config)).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('HTTP 401'),
  })
  receiver.behavior = 204
  expect(await checkAuditStream(config)).toMatchObject({ status: 'ok' })
  expect(receiver.received.map(({ body }) => batch.parse(JSON.parse(body)).data.entries)).toEqual([[], []])
})
