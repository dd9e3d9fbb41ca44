import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { addComment } from '../comment-contract.ts'
import { listPendingAuthorizations, processAuthorization, undoDecision } from '../contract.ts'
import { assignAuthorization, readQueue } from '../queue-contract.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  other = await signInStaff(portal, 'other', { name: 'Olga Other' })
  await addBill('OLD')
  await addBill('FOREIGN', 'OTHER1')
})
afterAll(() => portal.close())

const addBill = (itn: string, client = 'ACME1') =>
  addPendingBills(portal.databaseContext.owner, [{ itn, client }])

type Request = z.input<typeof listPendingAuthorizations.request>

async function readList(request: Request = {}, { headers }: Person = ada) {
  const response = await portal.call(listPendingAuthorizations, request, { headers })
  const { bills, ...list } = listPendingAuthorizations.response.parse(response.json())
  return { ...list, bills, itns: bills.map(({ itnNumber }) => itnNumber) }
}

/** Whether a poll says that the list has changed since a version. */
async function hasChanged(since: string, clients?: string[]) {
  const response = await portal.call(readQueue, { since, clients }, { headers: ada.headers })
  return readQueue.response.parse(response.json()).version !== since
}

/** Does something, and returns what a page with the list of before then gets. */
async function readChanges(work: () => Promise<unknown>) {
  const { version } = await readList()
  expect(await hasChanged(version)).toBe(false)
  await work()
  const isChanged = await hasChanged(version)
  const changes = await readList({ since: version })
  expect(await hasChanged(changes.version)).toBe(false)
  return { isChanged, itns: changes.itns, removed: changes.removed, bills: changes.bills }
}

const changed = (itns: string[], removed: string[] = []) => ({ isChanged: true, itns, removed })
const asAda = {
  get headers() {
    return ada.headers
  },
}
const assign = (itn: string) => portal.call(assignAuthorization, { itn, assignee: bob.userId }, asAda)
const decide = (itn: string) => portal.call(processAuthorization, { itn, denialCode: '0188' }, asAda)
const comment = (itn: string) =>
  portal.call(addComment, { itn, commentId: randomUUID(), commentText: 'The records have come' }, asAda)

test('a page that names its version gets what has changed since: added, assigned, commented, decided, undone', async () => {
  expect(await readChanges(() => addBill('NEW'))).toMatchObject(changed(['NEW']))
  const assigned = await readChanges(() => assign('NEW'))
  expect(assigned).toMatchObject(changed(['NEW']))
  expect(assigned.bills[0]?.assignee?.name).toBe('Bob Mockbury')
  const commented = await readChanges(() => comment('NEW'))
  expect(commented).toMatchObject(changed(['NEW']))
  expect(commented.bills[0]?.comments).toBe(1)
  expect(await readChanges(() => decide('NEW'))).toMatchObject(changed([], ['NEW']))
  const undo = () => portal.call(undoDecision, { itn: 'NEW' }, asAda)
  expect(await readChanges(undo)).toMatchObject(changed(['NEW']))
})

test('without changes, a page gets nothing, and neither what happens to other clients’ bills', async () => {
  const nothing = { isChanged: false, itns: [], removed: [] }
  expect(await readChanges(async () => {})).toMatchObject(nothing)
  expect(await readChanges(() => addBill('FOREIGN-2', 'OTHER1'))).toMatchObject(nothing)
  const { version } = await readList({ clients: ['ACME2'] })
  await addBill('OF-ACME1')
  expect(await hasChanged(version, ['ACME2'])).toBe(false)
  expect(await readList({ since: version, clients: ['ACME2'] })).toMatchObject({ itns: [], removed: [] })
})

test('a bill of a transaction that began before the list and ended after it is in the next changes', async () => {
  let version = ''
  await withEveryClient(portal.databaseContext.owner, async (db) => {
    await execute(db, sql`update authorization_request set hmo = 'Harbor HMO' where itn = 'OLD'`)
    await addBill('NEWER')
    const list = await readList()
    expect(list.itns).toContain('NEWER')
    version = list.version
    expect(await readList({ since: version })).toMatchObject({ itns: [], removed: [] })
  })
  expect(await hasChanged(version)).toBe(true)
  expect(await readList({ since: version })).toMatchObject({ itns: ['OLD'], removed: [] })
})

test('a list that lacked some of the bills is read whole after a change', async () => {
  const version = `cut ${(await readList()).version}`
  expect(await hasChanged(version)).toBe(false)
  await addBill('AFTER-CUT')
  expect(await hasChanged(version)).toBe(true)
  const list = await readList({ since: version })
  expect(list.removed).toBeNull()
  expect(list.itns).toEqual(expect.arrayContaining(['OLD', 'AFTER-CUT']))
})

test('the version of other clients, of another database, or of none gets the whole list', async () => {
  const { version } = await readList()
  const [list = '', wholeAt = '', snapshot = ''] = version.split(' ')
  const [first, last] = snapshot.split(':')
  const foreign = await readList({}, other)
  const versions = [
    '',
    '0',
    'x',
    `${version} `,
    `${list} ${wholeAt}`,
    foreign.version,
    `${'0'.repeat(16)} ${wholeAt} ${snapshot}`,
    `${list} ${'9'.repeat(15)} ${snapshot}`,
    `${list} ${wholeAt} ${last}1:${first}:`,
    `${list} ${wholeAt} 1:5:9`,
    `${list} ${wholeAt} :,:`,
    `${list} ${wholeAt} ${'9'.repeat(40)}:${'9'.repeat(40)}:`,
    (await readList({ clients: ['ACME2'] })).version,
  ]
  for (const since of versions) {
    const answer = await readList({ since })
    expect([since, answer.removed, answer.itns.includes('OLD')]).toEqual([since, null, true])
    expect([since, await hasChanged(since)]).toEqual([since, true])
  }
  expect((await readList({ since: version }, other)).itns).toEqual(['FOREIGN', 'FOREIGN-2'])
  const tooLong = await portal.call(listPendingAuthorizations, { since: '1'.repeat(20_001) }, asAda)
  expect(tooLong.statusCode).toBe(400)
})

test('a page gets the whole list again a quarter of an hour after it last did', async () => {
  const [list = '', wholeAt = '', snapshot = ''] = (await readList()).version.split(' ')
  const aged = (minutes: number) => `${list} ${Number(wholeAt) - minutes * 60_000} ${snapshot}`
  const changes = await readList({ since: aged(14) })
  expect(changes.removed).toEqual([])
  expect(changes.version.split(' ')[1]).toBe(aged(14).split(' ')[1])
  expect((await readList({ since: aged(16) })).removed).toBeNull()
})

test('a restored bill, with the number of a transaction that is still to come, is not sent again and again', async () => {
  await addBill('RESTORED')
  const { version } = await readList()
  await withEveryClient(portal.databaseContext.owner, async (db) => {
    await withoutTriggers(
      db,
      sql`update authorization_request set changed_in = '99999999' where itn = 'RESTORED'`,
    )
  })
  expect(await hasChanged(version)).toBe(false)
  expect(await readList({ since: version })).toMatchObject({ itns: [], removed: [] })
  await assign('RESTORED')
  expect((await readList({ since: version })).itns).toEqual(['RESTORED'])
})

async function withoutTriggers(db: Database, statement: ReturnType<typeof sql>) {
  await execute(db, sql`alter table authorization_request disable trigger user`)
  await execute(db, statement)
  await execute(db, sql`alter table authorization_request enable trigger user`)
}

test('the audit entry about changes names the bills that the page got', async () => {
  const { version } = await readList()
  await Promise.all([addBill('SHOWN-1'), assign('OLD')])
  await readList({ since: version, isReload: true })
  const query = sql`select action, shown, detail from audit_event order by id desc limit 1`
  const entry = z.object({ action: z.string(), shown: z.array(z.string()), detail: z.unknown() })
  const read = await queryRow(portal.databaseContext.owner, entry, query)
  expect(read).toMatchObject({ action: 'pending authorizations read again', detail: { rows: 2 } })
  expect(read?.shown.toSorted()).toEqual(['OLD', 'SHOWN-1'])
})
