import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openMedicalRecord, searchPatients } from '#cases/contract.ts'
import { hourMs, now, setClock } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { confirmReading, createTicket } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { raiseReadingAlerts } from './reading-limit-worker.ts'

const limits = { INTERNAL_CLIENT_ID: 'harborline', READING_LIMIT_STAFF: 5, READING_LIMIT_INTERNAL: 8 }
const reason = 'Monthly review of all open cases'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
  await addClient(portal, 'harborline', [])
})
afterAll(() => portal.close())

type Person = Awaited<ReturnType<typeof signInStaff>>
const addPerson = (client = 'acme') => signInStaff(portal, client)

let lists = 0
/** Leaves an entry about a list with this many new rows, or with the same rows again. */
async function show(person: Person, count: number, { isAgain = false, long = false } = {}) {
  if (!isAgain) lists += 1
  const shown = Array.from({ length: count }, (_, at) => `row ${lists}-${at}`)
  const event = { actor: person.userId, action: 'patients searched', subject: 'ACME1' }
  await audit(portal.databaseContext.owner, { ...event, shown: long ? [...shown, '*ACME1'] : shown })
}
const check = () => raiseReadingAlerts(portal.databaseContext.owner, limits)
const search = ({ headers }: Person) =>
  portal.call(searchPatients, { searchType: 'POLICY', searchTerm: 'POL-1' }, { headers })
const confirm = ({ headers }: Person, text = reason) =>
  portal.call(confirmReading, { reason: text }, { headers })
const isPaused = async (person: Person) => (await search(person)).statusCode === 429

const findEntries = ({ userId }: Person) =>
  queryRows(
    portal.databaseContext.owner,
    z.object({ action: z.string(), detail: z.unknown() }),
    sql`select action, detail from audit_event where actor = ${userId} and action like 'reading limit %' order by id`,
  )

test('a person over the limit gets 429 until they confirm with a reason, which is recorded', async () => {
  const person = await addPerson()
  const colleague = await addPerson()
  await show(person, 5)
  expect([await check(), await isPaused(person)]).toEqual([0, false])
  await show(person, 1)
  expect(await check()).toBe(1)
  const refused = await search(person)
  expect([refused.statusCode, refused.json().detail, refused.json().reason]).toEqual([
    429,
    messages.readingLimit.refused,
    'reading-limit',
  ])
  expect(await isPaused(colleague)).toBe(false)
  expect((await confirm(person)).statusCode).toBe(200)
  expect(await isPaused(person)).toBe(false)
  expect(await findEntries(person)).toMatchObject([
    { action: 'reading limit exceeded', detail: { limit: 5 } },
    { action: 'reading limit confirmed', detail: { reason } },
  ])
})

test('a person over the limit gets no ticket for a document, so that the page can ask for the reason', async () => {
  const person = await addPerson()
  const requestTicket = () =>
    portal.call(createTicket, { path: openMedicalRecord.path, fields: {} }, { headers: person.headers })
  expect((await requestTicket()).statusCode).toBe(200)
  await show(person, 6)
  await check()
  const refused = await requestTicket()
  expect([refused.statusCode, refused.json().reason]).toEqual([429, 'reading-limit'])
})

test('after a confirmation, the count begins again, with what is read in the same millisecond', async () => {
  const person = await addPerson()
  await show(person, 6)
  await check()
  const confirmedAt = new Date(now().getTime() + 1000)
  onTestFinished(setClock(() => confirmedAt))
  expect((await confirm(person)).statusCode).toBe(200)
  await show(person, 4)
  expect(await check()).toBe(0)
  await show(person, 2)
  expect(await check()).toBe(1)
})

test.each([
  ['authorization opened', {}],
  ['authorization fetched ahead', { rows: 1 }],
  ['medical records read', { rows: 3 }],
])('what is read one by one counts, too: %s', async (action, detail) => {
  const person = await addPerson()
  const open = (subject: string) =>
    audit(portal.databaseContext.owner, { actor: person.userId, action, subject, detail })
  for (const itn of ['1', '2', '3', '4', '5', '5']) await open(itn)
  expect(await check()).toBe(0)
  await open('6')
  expect(await check()).toBe(1)
})

test('rows that are shown again count once, and long lists with the rows that they name', async () => {
  const person = await addPerson()
  await show(person, 4)
  await show(person, 4, { isAgain: true })
  await show(person, 1, { long: true })
  expect(await check()).toBe(0)
})

test('an alert is raised once, by one of several processes, and ends after an hour', async () => {
  const person = await addPerson()
  await show(person, 6)
  const raised = await Promise.all([check(), check(), check()])
  expect(raised.reduce((sum, each) => sum + each)).toBe(1)
  expect(await check()).toBe(0)
  const later = now().getTime() + hourMs + 1000
  onTestFinished(setClock(() => new Date(later)))
  const again = await signInStaff(portal, 'acme')
  expect([await check(), await isPaused(again)]).toEqual([0, false])
  expect((await confirm(again)).statusCode).toBe(404)
})

test('internal staff have their own limit', async () => {
  const person = await addPerson('harborline')
  await show(person, 8)
  expect(await check()).toBe(0)
  await show(person, 1)
  expect(await check()).toBe(1)
})

test('a confirmation needs a session, an alert and a reason', async () => {
  expect((await portal.call(confirmReading, { reason })).statusCode).toBe(401)
  const person = await addPerson()
  expect((await confirm(person)).statusCode).toBe(404)
  await show(person, 6)
  await check()
  expect((await confirm(person, 'short')).statusCode).toBe(400)
  expect((await confirm(person, 'x'.repeat(501))).statusCode).toBe(400)
  const colleague = await addPerson()
  expect((await confirm(colleague)).statusCode).toBe(404)
  expect(await isPaused(person)).toBe(true)
})
