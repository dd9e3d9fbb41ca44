import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, openItnPdf, processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal({ COMPANY_NAME: 'Harborline Assistance', PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'])
  staff = await signInStaff(portal, 'acme')
  other = await signInStaff(portal, 'other')
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'NEWER', client: 'ACME1', receivedAt: '2026-03-12T12:00:00Z' },
    {
      itn: 'OLDEST',
      client: 'ACME2',
      receivedAt: '2026-01-02T12:00:00Z',
      totalCharge: '5000',
      currency: 'JPY',
    },
    { itn: 'OLDER', client: 'ACME1', receivedAt: '2026-03-11T12:00:00Z', patientName: 'Müller-Ölgärd, Zoë' },
  ])
})
afterAll(() => portal.close())

const listBills = async (input: z.input<typeof listPendingAuthorizations.request> = {}, by = staff) =>
  (await portal.call(listPendingAuthorizations, input, { headers: by.headers })).json()
const itnsIn = ({ bills }: { bills: { itnNumber: string }[] }) => bills.map(({ itnNumber }) => itnNumber)

test('the list requires a session and the authorization feature', async () => {
  expect((await listBills({}, await signInStaff(portal, 'bare'))).status).toBe(404)
  expect((await portal.call(listPendingAuthorizations, {})).statusCode).toBe(401)
})

test('an empty client selection is rejected with a message', async () => {
  expect(await listBills({ clients: [] })).toMatchObject({ status: 422, detail: messages.clientMissing })
})

test('bills are listed longest wait first, without other clients’ bills', async () => {
  expect(itnsIn(await listBills())).toEqual(['OLDEST', 'OLDER', 'NEWER'])
  expect(await listBills({}, other)).toMatchObject({
    bills: [],
    removed: null,
    notice: null,
    mayDecide: false,
  })
  expect((await listBills()).mayDecide).toBe(true)
})

test('internal staff see a client’s bills, and may decide them only with a grant', async () => {
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  const internal = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, { viewing: 'acme' })
  const list = await listBills({}, internal)
  expect(itnsIn(list)).toEqual(['OLDEST', 'OLDER', 'NEWER'])
  expect(list.mayDecide).toBe(false)
  const grant = sql`insert into staff_grant (user_id, kind, granted_at) values (${internal.userId}, 'decide', now())`
  await execute(portal.databaseContext.owner, grant)
  expect((await listBills({}, internal)).mayDecide).toBe(true)
})

test('the client filter only narrows the list', async () => {
  expect(itnsIn(await listBills({ clients: ['ACME2', 'OTHER1'] }))).toEqual(['OLDEST'])
  expect(itnsIn(await listBills({ clients: ['ACME2'] }, other))).toEqual([])
})

test('amounts are returned for display and as exact decimals of their currency', async () => {
  const { bills } = await listBills()
  expect(bills[0]).toMatchObject({
    totalCharge: 5000,
    totalChargeAmount: '5000',
    totalChargeFormatted: '¥5,000',
  })
  expect(bills[1]).toMatchObject({ totalChargeAmount: '1250.50', totalChargeFormatted: '$1,250.50' })
})

test('waiting time follows the server’s clock', async () => {
  const clock = freezeClock()
  const [first] = (await listBills()).bills
  clock.forward({ minutes: 5 })
  const [again] = (await listBills()).bills
  expect(again.waitingMinutes - first.waitingMinutes).toBe(5)
})

test('no authorization row is visible without a scope', async () => {
  for (const table of ['authorization_request', 'authorization_decision', 'decision_message'])
    expect(await queryRows(portal.db, z.object({}), sql`select from ${sql.table(table)}`)).toEqual([])
})

test('the database prevents changing or deleting a decision', async () => {
  for (const statement of [
    sql`update authorization_decision set comment = 'x'`,
    sql`truncate authorization_decision cascade`,
    sql`truncate decision_message`,
    sql`update undone_decision set comment = 'x'`,
    sql`delete from undone_decision`,
  ])
    await expect(execute(portal.databaseContext.owner, statement)).rejects.toThrow(/append-only/)
})

test('the database keeps a decision that is not in the history, and a sent message and its position', async () => {
  const { owner } = portal.databaseContext
  await addPendingBills(owner, [{ itn: 'KEPT', client: 'ACME1' }])
  const decision = { itn: 'KEPT', denialCode: '0188' }
  expect((await portal.call(processAuthorization, decision, staff)).statusCode).toBe(200)
  const run = (statement: Sql) => withEveryClient(owner, (db) => execute(db, statement))
  const deletion = sql`
    with message as (delete from decision_message where itn = 'KEPT' returning itn)
    delete from authorization_decision where itn in (select itn from message)`
  const setPosition = (position: Sql) =>
    sql`update decision_message set position = ${position} where itn = 'KEPT'`
  await expect(run(deletion)).rejects.toThrow(/^authorization_decision is append-only/)
  await run(setPosition(sql`nextval('decision_message_position')`))
  for (const change of [deletion, setPosition(sql`position + 1`), setPosition(sql`null`)])
    await expect(run(change)).rejects.toThrow(/^decision_message is append-only/)
})

test('reads of the list and of PDFs are audited with user and client', async () => {
  await listBills()
  await portal.call(openItnPdf, { itn: 'NEWER' }, { headers: staff.headers })
  const event = z.object({
    actor: z.string(),
    action: z.string(),
    subject: z.string(),
    client: z.string().nullable(),
  })
  const query = sql`select actor, action, subject, client_code as client from audit_event order by id desc limit 2`
  expect(await queryRows(portal.databaseContext.owner, event, query)).toEqual([
    { actor: staff.userId, action: 'authorization opened', subject: 'NEWER', client: 'ACME1' },
    { actor: staff.userId, action: 'pending authorizations read', subject: 'ACME1,ACME2', client: null },
  ])
})

test('a list that the page reads again by itself is audited as such', async () => {
  for (const isReload of [true, false])
    await portal.call(listPendingAuthorizations, { isReload }, { headers: staff.headers })
  const query = sql`select actor, action, subject from audit_event order by id desc limit 2`
  const event = z.object({ actor: z.string(), action: z.string(), subject: z.string() })
  const read = { actor: staff.userId, subject: 'ACME1,ACME2' }
  expect(await queryRows(portal.databaseContext.owner, event, query)).toEqual([
    { ...read, action: 'pending authorizations read' },
    { ...read, action: 'pending authorizations read again' },
  ])
})
