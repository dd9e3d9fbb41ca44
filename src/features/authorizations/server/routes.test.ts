import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { createTicket } from '#sign-in/contract.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, openItnPdf, processAuthorization, recordBillView } from '../contract.ts'
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

const requestPdf = (itn: string, by = staff) => portal.call(openItnPdf, { itn }, { headers: by.headers })

async function requestPdfByTicket(itn: string, { ticketItn = itn, by = staff } = {}) {
  const path = `/api/itn/pdf/${ticketItn}`
  const made = await portal.call(createTicket, { path }, { headers: by.headers })
  const { ticket } = createTicket.response.parse(made.json())
  return portal.app.inject({
    method: 'GET',
    url: `/api/itn/pdf/${itn}?token=${ticket}`,
    headers: { cookie: by.cookie },
  })
}

test('the PDF of another client’s bill, or of an unknown ITN, returns 404', async () => {
  expect((await requestPdf('OLDER', other)).statusCode).toBe(404)
  expect((await requestPdf('NONE')).statusCode).toBe(404)
  expect((await requestPdfByTicket('OLDER', { by: other })).statusCode).toBe(404)
})

test('a session token in the URL opens nothing, and a ticket opens only its own PDF', async () => {
  const url = `/api/itn/pdf/OLDER?token=${staff.token}`
  const { cookie } = staff
  expect((await portal.app.inject({ method: 'GET', url, headers: { cookie } })).statusCode).toBe(401)
  expect((await requestPdfByTicket('OLDER', { ticketItn: 'NEWER' })).statusCode).toBe(401)
})

test('a PDF opens with a ticket or a bearer header and shows the data of the bill', async () => {
  const [byTicket, byHeader] = [await requestPdfByTicket('OLDER'), await requestPdf('OLDER')]
  expect(Buffer.compare(byTicket.rawPayload, byHeader.rawPayload)).toBe(0)
  expect(byHeader.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="itn-OLDER.pdf"',
  })
  const [page] = await pdfPages(byHeader.rawPayload)
  for (const words of [
    'Harborline Assistance',
    'OLDER',
    'Müller-Ölgärd, Zoë',
    'Mercy Hospital',
    '3/4/2026 - 3/9/2026',
    '$1,250.50',
    '3/11/2026 8:00 AM',
  ])
    expect(page?.text).toContain(words)
  const document = await PDFDocument.load(byHeader.rawPayload, { updateMetadata: false })
  expect([document.getTitle(), document.getLanguage()]).toEqual(['Bill for authorization OLDER', 'en-US'])
})

test('reads of the list and of PDFs are audited with user and client', async () => {
  await listBills()
  await requestPdf('NEWER')
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

const findLastEvent = async () => {
  const query = sql`select max(id) as id from audit_event`
  const [event] = await queryRows(portal.databaseContext.owner, z.object({ id: z.number() }), query)
  return event ?? { id: 0 }
}
async function listActionsSince(id: number) {
  const query = sql`select action from audit_event where id > ${id} order by id`
  return (await queryRows(portal.databaseContext.owner, z.object({ action: z.string() }), query)).map(
    ({ action }) => action,
  )
}

test('a prefetched PDF is not audited as opened before it is shown', async () => {
  const { id } = await findLastEvent()
  const { headers } = staff
  const prefetched = await portal.call(openItnPdf, { itn: 'NEWER', ahead: 'true' }, { headers })
  expect(Buffer.compare(prefetched.rawPayload, (await requestPdf('NEWER')).rawPayload)).toBe(0)
  expect((await portal.call(recordBillView, { itn: 'NEWER' }, { headers })).json()).toEqual({})
  expect(await listActionsSince(id)).toEqual([
    'authorization fetched ahead',
    'authorization opened',
    'authorization opened',
  ])
})

test('recording a view of another client’s bill returns 404', async () => {
  const response = await portal.call(recordBillView, { itn: 'NEWER' }, { headers: other.headers })
  expect([response.statusCode, response.json().detail]).toEqual([404, messages.unknown])
})

test('a PDF is not audited as opened when the render pool is full', async () => {
  const opened = sql`select from audit_event where action = 'authorization opened'`
  const timesOpened = async () => (await queryRows(portal.databaseContext.owner, z.object({}), opened)).length
  const before = await timesOpened()
  const responses = await Promise.all(Array.from({ length: 40 }, () => requestPdf('NEWER')))
  const successes = responses.filter(({ statusCode }) => statusCode === 200).length
  expect(successes).toBeLessThan(40)
  expect(await timesOpened()).toBe(before + successes)
})
