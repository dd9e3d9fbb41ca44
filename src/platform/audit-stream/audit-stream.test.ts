import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openSyslogReceiver } from '#test-support/syslog-receiver.ts'
import { otherCertificate, testCertificate } from '#test-support/tls-certificates.ts'
import { openLog } from '../config/log.ts'
import { audit } from '../db/audit.ts'
import { findLastSeal, sealAuditEntries } from '../db/audit-chain-queries.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '../db/database.ts'
import { readBacklog } from '../jobs/read-backlog.ts'
import { beginStream, findStreamState, streamBacklog } from './stream-queries.ts'
import { streamedSeal } from './stream-records.ts'
import { createStreamTransport, type SendRecords } from './stream-transport.ts'
import { sendUnsentEntries, startAuditStream } from './stream-worker.ts'

const log = openLog('silent')
const shortWaitMs = 500

let database: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
let clock: ReturnType<typeof freezeClock>
/** How many entries a new portal has. */
let base: number
const authorities = getCACertificates('bundled')
beforeAll(() => setDefaultCACertificates([...authorities, testCertificate, otherCertificate]))
afterAll(() => setDefaultCACertificates(authorities))
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  owner = database.databaseContext.owner
  clock = freezeClock()
  base = await sealAuditEntries(owner)
})
afterEach(() => database.drop())

/** Adds sealed entries. */
async function append(...subjects: string[]) {
  for (const subject of subjects)
    await audit(database.databaseContext.app, { actor: 'ada', action: 'read', subject, clientCode: 'ACME1' })
  await sealAuditEntries(owner)
}

async function openReceiver(options?: Parameters<typeof openSyslogReceiver>[0]) {
  const receiver = await openSyslogReceiver(options)
  onTestFinished(receiver.close)
  await beginStream(owner)
  return receiver
}

const transport = (url: string, timeoutMs?: number) => {
  const config = {
    AUDIT_STREAM_URL: url,
    AUDIT_STREAM_SECRET: undefined,
    PUBLIC_URL: 'https://portal.example.com',
  }
  const send = createStreamTransport(config, timeoutMs)
  if (!send) throw new Error('No transport.')
  return send
}
const readState = async () => {
  const state = await findStreamState(owner)
  return state && { ...state, position: state.position - base }
}
const sendTo = (url: string, timeoutMs?: number) =>
  sendUnsentEntries({ owner, send: transport(url, timeoutMs), log })

const parse = (message: string) =>
  streamedSeal.parse(JSON.parse(message.slice(message.indexOf('{"position"'))))
const numbersIn = (messages: readonly string[]) => messages.map((message) => parse(message).position - base)
const subjectsIn = (messages: readonly string[]) =>
  messages.map((message) => z.array(z.unknown()).parse(JSON.parse(parse(message).content ?? ''))[4])

test('entries wait with growing delays while the receiver is unavailable, and then arrive in order', async () => {
  const receiver = await openReceiver()
  await append('one', 'two')
  const away = receiver.url.replace(/\d+$/, '1')
  expect(await sendTo(away)).toBe(0)
  expect(await readState()).toMatchObject({
    position: 0,
    attempts: 1,
    error: 'ECONNREFUSED',
    waiting: 2,
  })
  expect(await sendTo(receiver.url)).toBe(0)
  clock.forward({ minutes: 1 })
  expect(await sendTo(away)).toBe(0)
  clock.forward({ minutes: 1 })
  expect(await sendTo(receiver.url)).toBe(0)
  clock.forward({ minutes: 1 })
  await append('three')
  expect(await sendTo(receiver.url)).toBe(3)
  expect(subjectsIn(receiver.messages)).toEqual(['one', 'two', 'three'])
  expect(await readState()).toMatchObject({ position: 3, attempts: 0, error: null, waiting: 0 })
})

test.each([
  ['with a certificate for another name', { cert: otherCertificate }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['with a certificate of an unknown authority', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['without TLS', { tls: false }, undefined],
])('sends nothing to a receiver %s', async (_name, options, error) => {
  const receiver = await openReceiver(options)
  if (error?.startsWith('DEPTH')) {
    setDefaultCACertificates(authorities)
    onTestFinished(() => setDefaultCACertificates([...authorities, testCertificate, otherCertificate]))
  }
  await append('one')
  expect(await sendTo(receiver.url.replace('+tcp', '+tls'))).toBe(0)
  const state = await readState()
  expect(state).toMatchObject({ position: 0, attempts: 1 })
  if (error) expect(state?.error).toBe(error)
  expect(receiver.messages).toEqual([])
})

test.each([
  ['resets the connection in the middle', { resetsAfter: 2 }],
  ['never confirms', 'never closes'],
  ['reads nothing', 'never reads'],
  ['closes before it reads', 'closes at once'],
] as const)('resends a batch to a receiver that %s', async (_name, behavior) => {
  const receiver = await openReceiver()
  await append('one', 'two', 'three', 'four')
  receiver.behavior = behavior
  const isSilent = behavior === 'never closes' || behavior === 'never reads'
  expect(await sendTo(receiver.url, isSilent ? shortWaitMs : undefined)).toBe(0)
  const before = receiver.messages.length
  expect(await readState()).toMatchObject({ position: 0, attempts: 1 })
  receiver.behavior = 'reads'
  clock.forward({ minutes: 1 })
  expect(await sendTo(receiver.url)).toBe(4)
  expect(numbersIn(receiver.messages.slice(before))).toEqual([1, 2, 3, 4])
  expect(numbersIn(receiver.messages.slice(0, before))).toEqual([1, 2, 3, 4].slice(0, before))
  expect(receiver.faults).toEqual([])
})

test('while one process sends, another sends nothing', async () => {
  const receiver = await openReceiver()
  await append('one', 'two')
  const send = transport(receiver.url)
  let others: number[] = []
  const slow: SendRecords = async (records) => {
    others = await Promise.all([1, 2].map(() => sendTo(receiver.url)))
    await send(records)
  }
  expect(await sendUnsentEntries({ owner, send: slow, log })).toBe(2)
  expect(others).toEqual([0, 0])
  expect(numbersIn(receiver.messages)).toEqual([1, 2])
})

test('a batch is resent with the same numbers and hashes if its process dies after sending it', async () => {
  const receiver = await openReceiver()
  await append('one', 'two')
  const send = transport(receiver.url)
  const dying: SendRecords = async (records) => {
    await send(records)
    const sender = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`
    await execute(owner, sender)
  }
  await expect(sendUnsentEntries({ owner, send: dying, log })).rejects.toThrow()
  expect(await sendTo(receiver.url)).toBe(2)
  expect(numbersIn(receiver.messages)).toEqual([1, 2, 1, 2])
  expect(receiver.messages.slice(0, 2)).toEqual(receiver.messages.slice(2))
})

test('a message has the entry as structured data and JSON in ASCII characters', async () => {
  const receiver = await openReceiver()
  const before = await findLastSeal(owner)
  await append('a "quoted" [word]\\ of\nZoë')
  await sendTo(receiver.url)
  const message = receiver.messages[0] ?? ''
  const { hash, previousHash } = parse(message)
  const data = `number="${base + 1}" hash="${hash}" action="read" actor="ada" subject="a \\"quoted\\" [word\\]\\\\ of Zoë" client="ACME1"`
  const header =
    /^<110>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z portal\.example\.com portal - audit \[entry@32473 /
  expect(message).toMatch(header)
  expect(message.slice(message.indexOf('] {'))).toMatch(/^[\x20-\x7e]+\}$/)
  expect(message).toContain(`${data}] {"position":${base + 1},`)
  expect(previousHash).toBe(before?.hash.toString('hex'))
  expect(subjectsIn([message])).toEqual(['a "quoted" [word]\\ of\nZoë'])
})

test('long entries and many entries arrive in order over plain TCP, in batches', async () => {
  const receiver = await openReceiver({ tls: false })
  const shown = Array.from({ length: 1000 }, (_, index) => `ACME1 PATIENT-${index}-${'é'.repeat(100)}`)
  for (let count = 0; count < 4; count += 1)
    await audit(database.databaseContext.app, { actor: 'ada', action: 'read', subject: 'long', shown })
  await append(...Array.from({ length: 250 }, (_, index) => `entry ${index}`))
  expect(await sendTo(receiver.url)).toBe(254)
  expect(numbersIn(receiver.messages)).toEqual(Array.from({ length: 254 }, (_, index) => index + 1))
  expect(receiver.connections).toBeGreaterThan(4)
  expect(receiver.faults).toEqual([])
})

test('the stream begins with the next entry, and continues where it stopped after being turned off', async () => {
  await append('before')
  const receiver = await openReceiver()
  await append('one')
  await sendTo(receiver.url)
  await append('two')
  await beginStream(owner)
  await sendTo(receiver.url)
  expect(subjectsIn(receiver.messages)).toEqual(['one', 'two'])
  expect(numbersIn(receiver.messages)).toEqual([2, 3])
})

test('an entry that was removed from the database is sent as removed', async () => {
  const receiver = await openReceiver()
  await append('one', 'two')
  await inTransaction(owner, async (db) => {
    await execute(db, sql`alter table audit_event disable trigger user`)
    await execute(db, sql`delete from audit_event where subject = 'one'`)
    await execute(db, sql`alter table audit_event enable trigger user`)
  })
  expect(await sendTo(receiver.url)).toBe(2)
  expect(receiver.messages.map((message) => parse(message).content === null)).toEqual([true, false])
})

test('the serving role can read how many entries are waiting, and nothing else of the stream', async () => {
  const { app } = database.databaseContext
  await append('before')
  expect(await readBacklog(app, streamBacklog)).toMatchObject({ waiting: 0 })
  await beginStream(owner)
  await append('one', 'two')
  clock.forward({ seconds: 90 })
  expect(await readBacklog(app, streamBacklog)).toEqual({ waiting: 2, oldestSeconds: 90, givenUp: 0 })
  for (const table of ['audit_stream', 'audit_seal'])
    await expect(queryRow(app, z.object({}), sql`select from ${sql.table(table)}`)).rejects.toThrow(
      'permission denied',
    )
})

test('the worker sends while the portal runs, and does nothing without an address', async () => {
  const receiver = await openSyslogReceiver()
  onTestFinished(receiver.close)
  const config = { AUDIT_STREAM_SECRET: undefined, PUBLIC_URL: undefined }
  await startAuditStream(owner, { ...config, AUDIT_STREAM_URL: undefined }, log).stop()
  expect(await readState()).toBeUndefined()
  const worker = startAuditStream(owner, { ...config, AUDIT_STREAM_URL: receiver.url }, log)
  await expect.poll(() => findStreamState(owner), { interval: 10 }).toBeDefined()
  await append('one')
  await expect.poll(() => subjectsIn(receiver.messages), { interval: 10 }).toEqual(['one'])
  await worker.stop()
})
