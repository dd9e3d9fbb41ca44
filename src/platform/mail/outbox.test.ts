import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type Config, readConfig } from '#platform/config/settings.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { type Behavior, openMailServer } from '#test-support/mail-server.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { openLog } from '../config/log.ts'
import { execute, inTransaction, queryRows, sql } from '../db/database.ts'
import { runCleanup } from '../jobs/cleanup.ts'
import { isMailEncrypted } from './mail-settings.ts'
import { createMailTransport } from './mail-transport.ts'
import { addToOutbox, mailCleanup, sendDueMail, startMailWorker } from './outbox.ts'

const impatience = 1000
const log = openLog('silent')
const mail = { to: 'ann@example.com', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' }

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
beforeEach(() => execute(portal.databaseContext.owner, sql`truncate outbox`))
afterAll(() => portal.close())

async function mailServer(manner?: Behavior) {
  const server = await openMailServer(manner)
  onTestFinished(() => server.close())
  const isSlow = manner === 'hangs'
  const sendMail = createMailTransport(configWith({ SMTP_URL: server.url }), isSlow ? impatience : undefined)
  return { server, sendMail, send: () => sendDueMail(portal.db, sendMail, log) }
}

const configWith = (environment: Record<string, string>): Config =>
  readConfig({ MAIL_FROM: 'Acme <portal@acme.example>', ...environment })

const state = z.object({
  attempts: z.number(),
  fault: z.string().nullable(),
  isSent: z.boolean(),
  isGivenUp: z.boolean(),
})
const states = () =>
  queryRows(
    portal.db,
    state,
    sql`select attempts, fault, sent_at is not null as "isSent", given_up_at is not null as "isGivenUp"
          from outbox order by made_at`,
  )
const sent = { isSent: true, isGivenUp: false, fault: null }
const waiting = { isSent: false, isGivenUp: false }

test.each([
  ['two recipients', { to: 'ann@example.com, eve@example.com' }],
  ['a header after the recipient', { to: 'ann@example.com\r\nBcc: eve@example.com' }],
  ['a name and an address', { to: 'Ann <ann@example.com>' }],
  ['no address', { to: '' }],
  ['two reply addresses', { replyTo: 'ann@example.com,eve@example.com' }],
])('rejects an email with %s before storing it', async (_what, fault) => {
  await expect(addToOutbox(portal.db, { ...mail, ...fault })).rejects.toThrow('one address')
  expect(await states()).toEqual([])
})

test('user input stays in the subject and adds no header', async () => {
  const { server, send } = await mailServer()
  await addToOutbox(portal.db, { ...mail, subject: 'Hi\r\nBcc: eve@example.com\n\nBuy!\u2028Now' })
  await send()
  const [arrived] = server.arrived
  expect(arrived?.to).toEqual(['ann@example.com'])
  expect(arrived?.message).toMatch(/^Subject: Hi Bcc: eve@example.com Buy! Now\r$/m)
  expect(arrived?.message).not.toMatch(/^Bcc:/m)
})

test('sends an email once from the configured sender, as text and HTML, with a Message-ID', async () => {
  const { server, send } = await mailServer()
  await addToOutbox(portal.db, { ...mail, replyTo: 'visitor@example.com' })
  expect(await send()).toBe(1)
  expect(await send()).toBe(0)
  expect(server.arrived).toHaveLength(1)
  expect(server.arrived[0]).toMatchObject({ from: 'portal@acme.example', to: ['ann@example.com'] })
  expect(server.arrived[0]?.message).toMatch(/^From: "?Acme"? <portal@acme\.example>\r$/m)
  expect(server.arrived[0]?.message).toMatch(/^Reply-To: visitor@example\.com\r$/m)
  expect(server.arrived[0]?.message).toMatch(/^Message-ID: <[\w-]{36}@acme\.example>\r$/m)
  expect(server.arrived[0]?.message).toMatch(/Plain[\s\S]*<p>Rich<\/p>/)
  expect(await states()).toMatchObject([{ ...sent, attempts: 1 }])
})

test('a rolled-back transaction writes no mail', async () => {
  const undone = inTransaction(portal.db, async (transaction) => {
    await addToOutbox(transaction, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await states()).toEqual([])
})

test.each([
  ['temporarily rejects the recipient', { refuses: 451, at: 'recipient' }, '451 RCPT TO'],
  ['temporarily rejects the message', { refuses: 451, at: 'message' }, '451 DATA'],
  ['hangs', 'hangs', 'ETIMEDOUT CONN'],
  ['drops the connection', 'drops', 'ECONNECTION CONN'],
] as [string, Behavior, string][])(
  'an email waits if the mail server %s and is delivered at the next attempt',
  async (_what, manner, fault) => {
    const clock = freezeClock()
    const { server, send } = await mailServer(manner)
    await addToOutbox(portal.db, mail)
    expect(await send()).toBe(1)
    expect(await states()).toMatchObject([{ ...waiting, attempts: 1, fault }])
    server.behavior = 'takes'
    clock.forward({ seconds: 59 })
    expect(await send()).toBe(0)
    clock.forward({ seconds: 1 })
    expect(await send()).toBe(1)
    expect(await states()).toMatchObject([{ ...sent, attempts: 2 }])
    expect(server.arrived).toHaveLength(1)
  },
)

test('retries an email with the same Message-ID after the mail server was down', async () => {
  const clock = freezeClock()
  const { server, send } = await mailServer('drops')
  await addToOutbox(portal.db, mail)
  await server.close()
  await send()
  expect(await states()).toMatchObject([{ ...waiting, fault: 'ECONNREFUSED CONN' }])
  await server.open()
  server.behavior = 'takes'
  clock.forward({ minutes: 1 })
  await send()
  await execute(portal.db, sql`update outbox set sent_at = null`)
  await send()
  const ids = server.arrived.map(({ message }) => /^Message-ID: (.+)\r$/m.exec(message)?.[1])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test.each(['recipient', 'message'] as const)(
  'gives up on an email at once when its %s is permanently rejected',
  async (at) => {
    const { server, send } = await mailServer({ refuses: 550, at })
    await addToOutbox(portal.db, mail)
    await send()
    expect(await states()).toMatchObject([{ attempts: 1, isSent: false, isGivenUp: true }])
    server.behavior = 'takes'
    expect(await send()).toBe(0)
  },
)

test("does not store the mail server's response text, which may name a person", async () => {
  const { send } = await mailServer({ refuses: 550, at: 'recipient' })
  await addToOutbox(portal.db, mail)
  await send()
  expect((await states())[0]?.fault).toBe('550 RCPT TO')
})

test('gives up on an email after five days without success', async () => {
  const clock = freezeClock()
  const { send } = await mailServer({ refuses: 451, at: 'message' })
  await addToOutbox(portal.db, mail)
  clock.forward({ minutes: 5 * 24 * 60 })
  await send()
  expect(await states()).toMatchObject([waiting])
  clock.forward({ minutes: 6 * 60 })
  await send()
  expect(await states()).toMatchObject([{ isGivenUp: true }])
})

test('ten concurrent runs send each of fifty emails exactly once', async () => {
  const { server, send } = await mailServer()
  for (let number = 0; number < 50; number += 1)
    await addToOutbox(portal.db, { ...mail, to: `person-${number}@example.com` })
  const tried = await Promise.all(Array.from({ length: 10 }, send))
  expect(tried.reduce((sum, each) => sum + each)).toBe(50)
  expect(new Set(server.arrived.map(({ to }) => to[0])).size).toBe(50)
  expect(server.arrived).toHaveLength(50)
})

test('stopping finishes the current email and starts no others', async () => {
  await addToOutbox(portal.db, mail)
  await addToOutbox(portal.db, mail)
  let finish = () => {}
  const begun = Promise.withResolvers<void>()
  const sendMail = () => {
    begun.resolve()
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const sending = startMailWorker(portal.db, sendMail, log)
  await begun.promise
  const stopped = sending.stop()
  finish()
  await stopped
  expect((await states()).filter(({ isSent }) => isSent)).toHaveLength(1)
})

test('deletes finished mail after a month and keeps waiting mail', async () => {
  const clock = freezeClock()
  const { send } = await mailServer()
  await addToOutbox(portal.db, mail)
  await send()
  await addToOutbox(portal.db, { ...mail, subject: 'still waits' })
  clock.forward({ minutes: 30 * 24 * 60 })
  await runCleanup({ db: portal.db, jobs: mailCleanup, log })
  expect(await states()).toHaveLength(2)
  clock.forward({ minutes: 1 })
  await runCleanup({ db: portal.db, jobs: mailCleanup, log })
  expect(await states()).toMatchObject([{ isSent: false }])
})

test("delivers to the portal's own mailbox without a mail server", async () => {
  await addToOutbox(portal.db, mail)
  expect(await sendDueMail(portal.db, createMailTransport(configWith({})), log)).toBe(1)
  expect(await states()).toMatchObject([sent])
})

test('sends nothing to a server without TLS that needs it', async () => {
  const { server } = await mailServer()
  const sendMail = createMailTransport(configWith({ SMTP_URL: `${server.url}?requireTLS=true` }))
  await addToOutbox(portal.db, mail)
  await sendDueMail(portal.db, sendMail, log)
  expect(server.arrived).toEqual([])
  expect(await states()).toEqual([expect.objectContaining({ ...waiting, attempts: 1 })])
})

test.each([
  ['smtp://mail.example.com:587', true],
  ['smtps://mail.example.com', true],
  ['smtp://mail.example.com?requireTLS=false', false],
  ['smtp://mail.example.com?ignoreTLS=true', false],
  ['smtp://127.0.0.1:25', false],
])('mail to %s needs TLS: %s', (url, isNeeded) => {
  expect(isMailEncrypted(url)).toBe(isNeeded)
})

test('requires a mail server in production', () => {
  expect(() => createMailTransport(configWith({ NODE_ENV: 'production' }))).toThrow(
    /^SMTP_URL is not set.*example: SMTP_URL=/,
  )
})
