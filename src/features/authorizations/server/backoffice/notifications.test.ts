import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { openWebhookReceiver } from '#test-support/webhook-receiver.ts'
import {
  listDecisions,
  listUndeliveredNotifications,
  sendNotificationAgain,
  type UndeliveredNotification,
} from '../../backoffice-contract.ts'
import { processAuthorization, undoDecision } from '../../contract.ts'
import {
  createWebhook,
  maxAttempts,
  type SendNotification,
  sendDueNotifications,
  startNotificationWorker,
} from './notification-worker.ts'

const secrets = [Buffer.alloc(24, 1), Buffer.alloc(32, 2)]
const noId = '00000000-0000-4000-8000-000000000000'
const shortWaitMs = 1000

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let internal: Record<string, string>
let token: string
beforeAll(async () => {
  portal = await openPortal({ BACKOFFICE_WEBHOOK_URL: 'https://backoffice.example.com/x?key=word' })
  await addClient(portal, 'harborline', [])
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  internal = (await signInStaff(portal, 'harborline')).headers
  const { owner } = portal.databaseContext
  token = await createServiceToken(owner, {
    name: 'backoffice',
    may: 'decisions',
    clientIds: undefined,
    actor: 'test',
  })
})
beforeEach(() => execute(portal.databaseContext.owner, sql`truncate decision_notification`))
afterAll(() => portal.close())

let bills = 0
/** Decides a new bill, and ends the time to undo it unless `isUndoable`. Returns the id of the decision. */
async function decideBill({ isUndoable = false } = {}) {
  bills += 1
  const itn = `N-${bills}`
  const { owner } = portal.databaseContext
  await addPendingBills(owner, [{ itn, client: 'ACME1' }])
  const response = await portal.call(
    processAuthorization,
    { itn, denialCode: '0188' },
    { headers: ada.headers },
  )
  if (!isUndoable) await endUndoTime(owner, itn)
  return { itn, id: String(response.json().decisionId) }
}

async function receiver(behavior?: Parameters<typeof openWebhookReceiver>[0]) {
  const opened = await openWebhookReceiver(behavior)
  onTestFinished(() => opened.close())
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const send = createWebhook({ url: opened.url, secrets }, ...(behavior === 'hangs' ? [shortWaitMs] : []))
  const idsReceived = () => opened.received.map(({ headers }) => headers['webhook-id'])
  const sendDue = (by: SendNotification = send) => sendDueNotifications(portal.db, by, log)
  return { server: opened, send, sendDue, lines, idsReceived }
}

const readFeed = async (after = '') => {
  const headers = { authorization: `Bearer ${token}` }
  return listDecisions.response.parse((await portal.call(listDecisions, { after }, { headers })).json())
    .decisions
}

async function listUndelivered(): Promise<UndeliveredNotification[]> {
  const { headers } = await signInStaff(portal, 'harborline')
  const response = await portal.call(listUndeliveredNotifications, {}, { headers })
  return listUndeliveredNotifications.response.parse(response.json()).notifications
}

test('undelivered notifications are for internal staff only', async () => {
  const request = (headers: Record<string, string>) =>
    Promise.all([
      portal.call(listUndeliveredNotifications, {}, { headers }),
      portal.call(sendNotificationAgain, { id: noId }, { headers }),
    ])
  for (const { statusCode } of await request({})) expect(statusCode).toBe(401)
  for (const { statusCode } of await request(ada.headers)) expect(statusCode).toBe(404)
  expect((await portal.call(sendNotificationAgain, { id: noId }, { headers: internal })).statusCode).toBe(404)
})

test('the receiver can verify a notification, which has only the id and the position of the decision', async () => {
  const { server, sendDue } = await receiver()
  const { id } = await decideBill()
  expect(await sendDue()).toBe(1)
  const [notification] = server.received
  for (const secret of secrets)
    expect(
      new Webhook(`whsec_${secret.toString('base64')}`).verify(
        notification?.body ?? '',
        notification?.headers ?? {},
      ),
    ).toEqual({
      type: 'decision.available',
      timestamp: expect.any(String),
      data: { id, position: expect.any(Number) },
    })
  const forged = new Webhook(Buffer.alloc(24, 3).toString('base64'))
  expect(() => forged.verify(notification?.body ?? '', notification?.headers ?? {})).toThrow()
  expect((await readFeed()).at(-1)?.id).toBe(id)
})

test('a decision is not sent before its undo time is over, and never once it is undone', async () => {
  const { sendDue, idsReceived } = await receiver()
  const undone = await decideBill({ isUndoable: true })
  const kept = await decideBill({ isUndoable: true })
  expect(await sendDue()).toBe(0)
  await portal.call(undoDecision, { itn: undone.itn }, { headers: ada.headers })
  await endUndoTime(portal.databaseContext.owner, kept.itn)
  expect(await sendDue()).toBe(1)
  expect(idsReceived()).toEqual([kept.id])
})

test('a decision is sent once, whether the feed or the worker gives it a position first', async () => {
  const { sendDue, idsReceived } = await receiver()
  const first = await decideBill()
  await readFeed()
  const second = await decideBill()
  await Promise.all([sendDue(), readFeed(), sendDue(), readFeed(), sendDue()])
  await sendDue()
  expect(idsReceived().toSorted()).toEqual([first.id, second.id].toSorted())
  expect((await readFeed()).slice(-2).map(({ id }) => id)).toEqual([first.id, second.id])
})

test('without an address, the feed adds no notifications', async () => {
  const { sendDue } = await receiver()
  const other = await portal.another({ BACKOFFICE_WEBHOOK_URL: undefined })
  await decideBill()
  await other.inject({ url: '/api/backoffice/decisions', headers: { authorization: `Bearer ${token}` } })
  expect(await sendDue()).toBe(0)
  await other.close()
})

test.each([
  [500, 'HTTP 500'],
  [301, 'HTTP 301'],
  ['hangs', 'timeout'],
  ['drops', 'UND_ERR_SOCKET'],
] as const)(
  'a receiver that responds with %s gets the notification again after a minute',
  async (behavior, error) => {
    const clock = freezeClock()
    const { server, sendDue, idsReceived, lines } = await receiver(behavior)
    const { id } = await decideBill()
    await sendDue()
    expect(await listUndelivered()).toMatchObject([{ id, state: 'waiting', attempts: 1, error }])
    server.behavior = 200
    clock.forward({ seconds: 59 })
    expect(await sendDue()).toBe(0)
    clock.forward({ seconds: 1 })
    expect(await sendDue()).toBe(1)
    expect(idsReceived()).toEqual([id, id])
    expect(server.received.map(({ path }) => path)).toEqual(['/decisions', '/decisions'])
    expect(await listUndelivered()).toEqual([])
    for (const hidden of [secrets[0]?.toString('base64') ?? '', server.url, 'Sampleton'])
      expect(lines.join()).not.toContain(hidden)
  },
)

test('a notification is given up after the last attempt and can be sent again', async () => {
  const clock = freezeClock()
  const { server, sendDue } = await receiver(503)
  const { id } = await decideBill()
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    expect(await sendDue()).toBe(1)
    clock.forward({ minutes: 360 })
  }
  expect(await sendDue()).toBe(0)
  expect(await listUndelivered()).toMatchObject([{ id, state: 'given up', attempts: maxAttempts }])
  server.behavior = 200
  const { headers } = await signInStaff(portal, 'harborline')
  expect((await portal.call(sendNotificationAgain, { id }, { headers })).statusCode).toBe(200)
  expect(await listUndelivered()).toMatchObject([{ id, state: 'sending', attempts: 0 }])
  expect(await sendDue()).toBe(1)
  expect(await listUndelivered()).toEqual([])
  const again = sql`select subject from audit_event where action = 'sent a notification again'`
  expect(await queryRows(portal.databaseContext.owner, z.object({ subject: z.string() }), again)).toEqual([
    { subject: id },
  ])
})

test('several processes send each notification once', async () => {
  const { sendDue, idsReceived } = await receiver()
  const ids: string[] = []
  for (let count = 0; count < 12; count += 1) ids.push((await decideBill()).id)
  await Promise.all(Array.from({ length: 6 }, () => sendDue()))
  expect(idsReceived().toSorted()).toEqual(ids.toSorted())
})

test('a notification whose process dies after it was sent is sent again with the same id', async () => {
  const { send, sendDue, idsReceived } = await receiver()
  const { id } = await decideBill()
  const dying: SendNotification = async (notification) => {
    await send(notification)
    const sender = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`
    await execute(portal.db, sender)
  }
  await expect(sendDue(dying)).rejects.toThrow()
  expect(await sendDue()).toBe(1)
  expect(idsReceived()).toEqual([id, id])
})

test('the worker notifies while the portal runs and does nothing without an address', async () => {
  const { server, idsReceived } = await receiver()
  const { id } = await decideBill()
  const log = openLog('silent')
  const config = { ...portal.config, BACKOFFICE_WEBHOOK_SECRET: secrets }
  const start = (url?: string) =>
    startNotificationWorker({ db: portal.db, config: { ...config, BACKOFFICE_WEBHOOK_URL: url }, log })
  await start().stop()
  const worker = start(server.url)
  await expect.poll(idsReceived, { interval: 10 }).toEqual([id])
  await worker.stop()
})

test('a notification names no client, bill or person', async () => {
  const { sendDue } = await receiver(500)
  const { itn } = await decideBill()
  await sendDue()
  const row = z.object({ text: z.string() })
  const stored = sql`select to_jsonb(n)::text as text from decision_notification n`
  const [notification] = await withEveryClient(portal.databaseContext.owner, (db) =>
    queryRows(db, row, stored),
  )
  for (const hidden of [itn, 'ACME1', 'Sampleton']) expect(notification?.text).not.toContain(hidden)
})
