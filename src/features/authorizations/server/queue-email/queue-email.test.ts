import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { readQueueEmail, setQueueEmail } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { addDailyEmails } from './queue-email-worker.ts'

const text = queueMessages.email
const holiday = '2026-11-26'
const rule = { hours: 24, timeZone: 'America/Denver', holidays: [holiday] }

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'granted', ['GRANT1'], { clientAuth: true })
  await execute(
    portal.databaseContext.owner,
    sql`update client set due_rule = ${toSqlJson(rule)} where id = 'acme'`,
  )
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'E-1', client: 'ACME1' },
    { itn: 'E-2', client: 'ACME1' },
    { itn: 'E-3', client: 'ACME1' },
    { itn: 'E-4', client: 'GRANT1' },
  ])
  const due = { 'E-1': '2026-11-27T13:00:00Z', 'E-2': '2026-11-27T23:00:00Z' }
  for (const [itn, at] of Object.entries(due))
    await run(sql`update authorization_request set due_at = ${at} where itn = ${itn}`)
})
beforeEach(async () => {
  await run(sql`delete from queue_email`)
  await run(sql`delete from outbox`)
  await run(sql`update staff_user set email = 'ada@example.com', disabled_at = null where id = ${ada.userId}`)
  await run(sql`update authorization_request set is_pending = true`)
})
afterAll(() => portal.close())

const run = (statement: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) => execute(db, sql`${statement}`))

const mail = z.object({
  recipient: z.string(),
  subject: z.string(),
  body_text: z.string(),
  body_html: z.string(),
})
const listMail = () => queryRows(portal.db, mail, sql`select * from outbox order by made_at, id`)
const isOn = async () => (await queryRows(portal.db, z.object({}), sql`select from queue_email`)).length > 0

/** Turns the email on, as on the day before. */
const subscribe = () =>
  run(sql`
    insert into queue_email (user_id, client_id, created_at, last_day)
    values (${ada.userId}, 'acme', now(), '2026-11-20')`)

/** Runs the worker in two processes at an instant. */
async function sendAt(instant: string, portalTimeZone = portal.config.PORTAL_TIME_ZONE) {
  const restore = setClock(() => new Date(instant))
  onTestFinished(restore)
  const config = {
    ...portal.config,
    PORTAL_TIME_ZONE: portalTimeZone,
    OIDC_ISSUER: 'https://login.test',
    PUBLIC_URL: 'https://portal.example.com',
  }
  await Promise.all([1, 2].map(() => addDailyEmails({ db: portal.db, config })))
  restore()
}

test('only people who may decide, and whose address is known, can turn it on', async () => {
  expect((await portal.call(setQueueEmail, { isOn: true })).statusCode).toBe(401)
  const viewer = await signInStaff(portal, 'granted')
  const response = await portal.call(setQueueEmail, { isOn: true }, { headers: viewer.headers })
  expect([response.statusCode, response.json().detail]).toEqual([403, text.notAllowed])
  await run(sql`update staff_user set email = null where id = ${ada.userId}`)
  const unknown = await portal.call(setQueueEmail, { isOn: true }, { headers: ada.headers })
  expect([unknown.statusCode, unknown.json().detail]).toEqual([409, text.noAddress])
  expect(await isOn()).toBe(false)
})

test('a person turns it on and off, which is audited once each', async () => {
  const { headers } = ada
  for (const wanted of [true, true, false, false]) {
    expect((await portal.call(setQueueEmail, { isOn: wanted }, { headers })).json()).toEqual({ isOn: wanted })
    expect((await portal.call(readQueueEmail, {}, { headers })).json()).toEqual({
      isOn: wanted,
      address: 'ada@example.com',
      mayDecide: true,
    })
  }
  const entries = sql`select action from audit_event where action like 'daily email%' order by id`
  expect(await queryRows(portal.databaseContext.owner, z.object({ action: z.string() }), entries)).toEqual([
    { action: 'daily email turned on' },
    { action: 'daily email turned off' },
  ])
})

test('the email has counts and a link, and names no patient, provider or ITN', async () => {
  await subscribe()
  await sendAt('2026-11-27T14:00:00Z')
  const [sent, ...more] = await listMail()
  expect(more).toEqual([])
  expect(sent).toMatchObject({ recipient: 'ada@example.com', subject: text.subject(3, 'Client acme') })
  expect(sent?.body_text).toContain(text.counts('Client acme', { pending: 3, overdue: 1, dueToday: 1 }))
  expect(sent?.body_text).toContain('https://portal.example.com/authorization')
  for (const hidden of ['E-1', 'Sampleton', 'Mercy'])
    expect(`${sent?.subject}${sent?.body_text}${sent?.body_html}`).not.toContain(hidden)
})

test.each([
  ['America/New_York', 1],
  ['UTC', 0],
])('counts as due today what the queue of a portal in %s does', async (timeZone, dueToday) => {
  await run(sql`update authorization_request set is_pending = itn = 'E-2', due_at = '2026-11-28T03:00:00Z'`)
  onTestFinished(async () => {
    await run(sql`update authorization_request set due_at = '2026-11-27T13:00:00Z' where itn = 'E-1'`)
    await run(sql`update authorization_request set due_at = '2026-11-27T23:00:00Z' where itn = 'E-2'`)
    await run(sql`update authorization_request set due_at = null where itn not in ('E-1', 'E-2')`)
  })
  await subscribe()
  await sendAt('2026-11-27T14:00:00Z', timeZone)
  expect((await listMail())[0]?.body_text).toContain(
    text.counts('Client acme', { pending: 1, overdue: 0, dueToday }),
  )
})

test('one email is sent each working day from seven in the time zone of the client, whatever the clock does', async () => {
  await subscribe()
  const sentAfter = async (instant: string) => {
    await sendAt(instant)
    return (await listMail()).length
  }
  expect(await sentAfter('2026-11-25T13:59:00Z')).toBe(0)
  expect(await sentAfter('2026-11-25T14:00:00Z')).toBe(1)
  expect(await sentAfter('2026-11-25T14:01:00Z')).toBe(1)
  expect(await sentAfter(`${holiday}T15:00:00Z`)).toBe(1)
  expect(await sentAfter('2026-11-27T06:59:59Z')).toBe(1)
  expect(await sentAfter('2026-11-27T18:00:00Z')).toBe(2)
  expect(await sentAfter('2026-11-25T23:00:00Z')).toBe(2)
  expect(await sentAfter('2026-11-28T15:00:00Z')).toBe(2)
  expect(await sentAfter('2026-11-30T14:00:00Z')).toBe(3)
})

test('the working days are those of the codes whose bills a person sees, each by its own rule or that of the client', async () => {
  const ownRule = { hours: 24, timeZone: 'America/New_York', holidays: ['2026-11-25'] }
  const insert = sql`insert into client_code (code, client_id, name, due_rule, position)`
  await run(sql`${insert} values ('ACME2', 'acme', 'Two', ${toSqlJson(ownRule)}, 1)`)
  await run(sql`insert into staff_grant values (${ada.userId}, 'client code', 'ACME2', now())`)
  onTestFinished(async () => {
    await run(sql`delete from staff_grant`)
    await run(sql`delete from authorization_request where client_code = 'ACME2'`)
    await run(sql`delete from client_code where code = 'ACME2'`)
  })
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'E-5', client: 'ACME2' }])
  await subscribe()
  const sentAfter = async (instant: string) => {
    await sendAt(instant)
    return (await listMail()).length
  }
  expect(await sentAfter('2026-11-25T18:00:00Z')).toBe(0)
  expect(await sentAfter(`${holiday}T11:59:00Z`)).toBe(0)
  expect(await sentAfter(`${holiday}T12:00:00Z`)).toBe(1)
  expect(await sentAfter(`${holiday}T18:00:00Z`)).toBe(1)
  // Someone who sees both codes has working days by either rule, and one email a day.
  await run(sql`delete from staff_grant`)
  expect(await sentAfter('2026-12-01T11:59:00Z')).toBe(1)
  expect(await sentAfter('2026-12-01T12:00:00Z')).toBe(2)
  expect(await sentAfter('2026-12-01T14:00:00Z')).toBe(2)
})

test('an email that is turned on after seven by the rule of a code begins on the next day', async () => {
  const ownRule = { hours: 24, timeZone: 'America/New_York', holidays: [] }
  await run(sql`update client_code set due_rule = ${toSqlJson(ownRule)} where code = 'ACME1'`)
  onTestFinished(() => run(sql`update client_code set due_rule = null where code = 'ACME1'`).then(() => {}))
  onTestFinished(setClock(() => new Date('2026-11-27T12:30:00Z')))
  const { userId, headers } = await signInStaff(portal, 'acme', { name: 'Cy Testwell' })
  await run(sql`update staff_user set email = 'cy@example.com' where id = ${userId}`)
  expect((await portal.call(setQueueEmail, { isOn: true }, { headers })).statusCode).toBe(200)
  const days = sql`select last_day::text as day from queue_email`
  expect(await queryRows(portal.db, z.object({ day: z.string() }), days)).toEqual([{ day: '2026-11-27' }])
})

test('nothing is sent on a day on which nothing was pending at seven', async () => {
  await subscribe()
  await run(sql`update authorization_request set is_pending = false`)
  await sendAt('2026-11-27T14:00:00Z')
  await run(sql`update authorization_request set is_pending = true`)
  await sendAt('2026-11-27T15:00:00Z')
  expect(await listMail()).toEqual([])
  expect(await isOn()).toBe(true)
})

test.each([
  [
    'is disabled',
    sql`update staff_user set disabled_at = now() where id = (select user_id from queue_email)`,
  ],
  [
    'has no address anymore',
    sql`update staff_user set email = null where id = (select user_id from queue_email)`,
  ],
  ['may no longer decide', sql`update client set authorizers = 'granted' where id = 'acme'`],
])('a person who %s gets no email, and it is turned off', async (_what, change) => {
  await subscribe()
  await run(change)
  await sendAt('2026-11-27T14:00:00Z')
  expect(await listMail()).toEqual([])
  expect(await isOn()).toBe(false)
  await run(sql`update client set authorizers = 'all' where id = 'acme'`)
})

test('an address that cannot receive email turns the email off, and others get theirs', async () => {
  const bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  await run(sql`update staff_user set email = 'bob@intranet' where id = ${bob.userId}`)
  const offered = await portal.call(readQueueEmail, {}, { headers: bob.headers })
  expect(offered.json()).toMatchObject({ address: null })
  const turnedOn = await portal.call(setQueueEmail, { isOn: true }, { headers: bob.headers })
  expect(turnedOn.statusCode).toBe(409)
  await subscribe()
  await run(sql`
    insert into queue_email (user_id, client_id, created_at, last_day)
    values (${bob.userId}, 'acme', now(), '2026-11-20')`)
  await sendAt('2026-11-23T14:30:00Z')
  expect((await listMail()).map(({ recipient }) => recipient)).toEqual(['ada@example.com'])
})
