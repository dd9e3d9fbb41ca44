import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  assignAuthorization,
  leaseAuthorization,
  listAssignees,
  listQueueViews,
  readQueue,
  removeQueueView,
  saveQueueView,
} from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let cara: Person
let other: Person
let viewer: Person
let bare: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'viewers', ['LOOK1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'])
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  cara = await signInStaff(portal, 'acme', { name: 'Cara Draftwick' })
  other = await signInStaff(portal, 'other', { name: 'Olga Other' })
  viewer = await signInStaff(portal, 'viewers', { name: 'Vera Viewer' })
  bare = await signInStaff(portal, 'bare')
  await execute(
    portal.databaseContext.owner,
    sql`
    insert into staff_grant (user_id, kind, client_code, granted_at)
    values (${cara.userId}, 'client code', 'ACME2', now())`,
  )
  const { owner } = portal.databaseContext
  await addPendingBills(owner, [{ itn: 'FOREIGN', client: 'OTHER1' }])
  await addPendingBills(owner, [{ itn: 'SEEN', client: 'LOOK1' }])
})
afterAll(() => portal.close())

let bills = 0
async function addBill(client = 'ACME1') {
  bills += 1
  await addPendingBills(portal.databaseContext.owner, [{ itn: `ITN-${bills}`, client }])
  return `ITN-${bills}`
}

async function send<Contract extends Endpoint>(contract: Contract, input: unknown, by?: Person) {
  const headers = by?.headers ?? {}
  const response = await portal.call(contract, input as z.input<Contract['request']>, { headers })
  return { status: response.statusCode, body: response.json() }
}

const noFilters = { bucket: '', client: '', currency: '', provider: '', from: '', to: '', assignee: '' }
const assign = (itn: string, assignee: string | null, by: Person = ada) =>
  send(assignAuthorization, { itn, assignee }, by)
const lease = (itn: string, by: Person, isOpen = true) => send(leaseAuthorization, { itn, isOpen }, by)
const readStatus = async (by: Person, clients?: string[]) =>
  readQueue.response.parse((await send(readQueue, { clients }, by)).body)
const findBill = async (itn: string, by: Person = ada) => {
  const { body } = await send(listPendingAuthorizations, {}, by)
  return listPendingAuthorizations.response.parse(body).bills.find(({ itnNumber }) => itnNumber === itn)
}

test.each([
  ['the queue', readQueue, {}],
  ['assignees', listAssignees, {}],
  ['an assignment', assignAuthorization, { itn: 'ITN-1', assignee: null }],
  ['a lease', leaseAuthorization, { itn: 'ITN-1', isOpen: true }],
  ['views', listQueueViews, {}],
  ['a new view', saveQueueView, { viewName: 'Mine', filters: noFilters }],
  ['the end of a view', removeQueueView, { viewId: randomUUID() }],
] as const)('%s requires a session and the authorization feature', async (_what, contract, input) => {
  expect((await send(contract, input)).status).toBe(401)
  expect((await send(contract, input, bare)).status).toBe(404)
})

test('people who may only view authorizations see no assignees, assign none and take no leases', async () => {
  const refused = { status: 403, body: expect.objectContaining({ detail: messages.notAllowed }) }
  const decider = await signInStaff(portal, 'viewers', { name: 'Dora Decider' })
  const grant = sql`insert into staff_grant (user_id, kind, granted_at) values (${decider.userId}, 'decide', now())`
  await execute(portal.databaseContext.owner, grant)
  expect((await send(listAssignees, {}, decider)).body.people).toMatchObject([{ name: 'Dora Decider' }])
  expect(await assign('SEEN', viewer.userId, viewer)).toEqual(refused)
  expect(await lease('SEEN', viewer)).toEqual(refused)
  expect(await send(listAssignees, {}, viewer)).toEqual(refused)
  expect((await findBill('SEEN', viewer))?.assignee).toBeNull()
})

test('a foreign ITN is like a missing one, for assignments and leases', async () => {
  for (const call of [(itn: string) => assign(itn, ada.userId), (itn: string) => lease(itn, ada)]) {
    const [foreign, missing] = [await call('FOREIGN'), await call('NONE')]
    expect([foreign.status, foreign.body.detail]).toEqual([404, messages.unknown])
    expect(withoutReference(foreign.body)).toEqual(withoutReference(missing.body))
  }
  expect((await findBill('FOREIGN', other))?.assignee).toBeNull()
})

test('a foreign assignee is like a missing one, and so is one who cannot see the bill', async () => {
  const itn = await addBill()
  const missing = await assign(itn, randomUUID())
  expect([missing.status, missing.body.detail]).toEqual([404, queueMessages.assign.unknown])
  for (const { userId } of [other, viewer, cara]) {
    const refused = await assign(itn, userId)
    expect(withoutReference(refused.body)).toEqual(withoutReference(missing.body))
  }
  expect((await findBill(itn))?.assignee).toBeNull()
})

test('malformed requests are rejected', async () => {
  for (const [contract, input] of [
    [assignAuthorization, { itn: 'A', assignee: 'ada' }],
    [leaseAuthorization, { itn: '', isOpen: true }],
    [saveQueueView, { viewName: '  ', filters: noFilters }],
    [saveQueueView, { viewName: 'x'.repeat(61), filters: noFilters }],
    [saveQueueView, { viewName: 'a\u0000b', filters: noFilters }],
    [saveQueueView, { viewName: 'Mine', filters: { ...noFilters, owner: 'me' } }],
    [saveQueueView, { viewName: 'Mine', filters: { ...noFilters, provider: 'x'.repeat(101) } }],
    [removeQueueView, { viewId: 'mine' }],
  ] as const)
    expect((await send(contract, input, ada)).status).toBe(400)
})

test('assignees are the people who may decide for the client, with the codes they can see', async () => {
  const { people } = listAssignees.response.parse((await send(listAssignees, {}, ada)).body)
  expect(people.map(({ name, isMe, codes }) => [name, isMe, codes])).toEqual([
    ['Ada Sampleton', true, ['ACME1', 'ACME2']],
    ['Bob Mockbury', false, ['ACME1', 'ACME2']],
    ['Cara Draftwick', false, ['ACME2']],
  ])
})

test('a person assigns a bill to others and to themselves, and removes the assignee; each change has one audit entry', async () => {
  const itn = await addBill('ACME2')
  for (const assignee of [cara.userId, cara.userId, ada.userId, null])
    expect(await assign(itn, assignee, ada)).toEqual({ status: 200, body: {} })
  const entry = z.object({ actor: z.string(), client: z.string(), action: z.string(), detail: z.json() })
  const entries = sql`
    select actor, client_code as client, action, detail from audit_event
     where action like 'authorization %assigned' and subject = ${itn} order by id`
  const by = { actor: ada.userId, client: 'ACME2', action: 'authorization assigned' }
  expect(await queryRows(portal.databaseContext.owner, entry, entries)).toEqual([
    { ...by, detail: { assignee: cara.userId, previous: null } },
    { ...by, detail: { assignee: ada.userId, previous: cara.userId } },
    { ...by, action: 'authorization unassigned', detail: { assignee: null, previous: ada.userId } },
  ])
})

test('the list names the assignee and says who it is', async () => {
  const itn = await addBill()
  await assign(itn, bob.userId)
  const assignee = { id: bob.userId, name: 'Bob Mockbury' }
  expect((await findBill(itn, ada))?.assignee).toEqual({ ...assignee, isMe: false })
  expect((await findBill(itn, bob))?.assignee).toEqual({ ...assignee, isMe: true })
})

test('a decided bill is not assigned, and one that somebody else has open can be decided', async () => {
  const itn = await addBill()
  await lease(itn, bob)
  const decided = await send(processAuthorization, { itn, denialCode: '0188' }, ada)
  expect(decided.status).toBe(200)
  expect((await assign(itn, ada.userId)).status).toBe(404)
})

test('a lease shows who has a bill open, to others of the client only, and ends after a minute', async () => {
  const clock = freezeClock()
  const itn = await addBill()
  const names = async (by: Person) =>
    (await readStatus(by)).reviewing.find((bill) => bill.itn === itn)?.names ?? []
  expect((await lease(itn, ada)).body).toEqual({ others: [] })
  expect((await lease(itn, bob)).body).toEqual({ others: ['Ada Sampleton'] })
  expect(await names(ada)).toEqual(['Bob Mockbury'])
  expect(await names(other)).toEqual([])
  expect((await readStatus(ada, ['ACME2'])).reviewing).toEqual([])
  clock.forward({ seconds: 40 })
  await lease(itn, bob)
  clock.forward({ seconds: 40 })
  expect(await names(ada)).toEqual(['Bob Mockbury'])
  expect(await names(bob)).toEqual([])
  clock.forward({ seconds: 21 })
  expect(await names(ada)).toEqual([])
})

test('a closed bill shows no reviewer', async () => {
  const itn = await addBill()
  await lease(itn, bob)
  expect((await lease(itn, bob, false)).body).toEqual({ others: [] })
  expect((await readStatus(ada)).reviewing.filter((bill) => bill.itn === itn)).toEqual([])
})

test("closing a bill ends only one's own lease, and a foreign bill is like a missing one", async () => {
  const itn = await addBill()
  await lease(itn, ada)
  await lease(itn, bob)
  for (const [by, closed] of [
    [ada, itn],
    [other, itn],
    [ada, 'FOREIGN'],
    [ada, 'MISSING'],
  ] as const)
    expect(await lease(closed, by, false)).toEqual({ status: 200, body: { others: [] } })
  expect((await readStatus(ada)).reviewing).toContainEqual({ itn, names: ['Bob Mockbury'] })
  expect((await lease(itn, bob)).body).toEqual({ others: [] })
})

test('people who open a bill at the same time all get a lease', async () => {
  const itn = await addBill()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => lease(itn, at % 2 === 0 ? ada : bob)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  expect((await lease(itn, ada)).body).toEqual({ others: ['Bob Mockbury'] })
})

test('people who open bills at the same time do not wait for each other’s expired leases', async () => {
  const clock = freezeClock()
  const itns = await Promise.all(Array.from({ length: 20 }, () => addBill()))
  const leaseAll = (some: string[]) => Promise.all(some.flatMap((itn) => [lease(itn, ada), lease(itn, bob)]))
  await leaseAll(itns.slice(10))
  clock.forward({ seconds: 61 })
  const answers = await leaseAll(itns.slice(0, 10))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
})

test('the queue counts all bills of the person’s clients, chosen or not', async () => {
  const before = await readStatus(ada)
  const itn = await addBill('ACME1')
  expect((await readStatus(ada, ['ACME2', 'OTHER1'])).pending).toBe(before.pending + 1)
  expect((await readStatus(other)).pending).toBe(1)
  await send(processAuthorization, { itn, denialCode: '0188' }, ada)
  expect((await readStatus(ada)).pending).toBe(before.pending)
})
