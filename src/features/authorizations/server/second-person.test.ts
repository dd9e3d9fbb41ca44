import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, readBillState, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  listPendingAuthorizations,
  processAuthorization,
  undoDecision,
  withdrawProposal,
} from '../contract.ts'
import { getAuthorizationHistory } from '../decided-contract.ts'
import { messages } from '../messages.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>
let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let eve: Person
let bills = 0

beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'viewers', ['LOOK1'], { clientAuth: true })
  await execute(
    portal.databaseContext.owner,
    sql`update client set second_person_above = '{"USD": 1000}' where id in ('acme', 'viewers')`,
  )
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  eve = await signInStaff(portal, 'acme', { name: 'Eve Draftwick' })
})
afterAll(() => portal.close())

/** Adds a pending bill of 1,250.50 and returns its ITN. */
async function addBill(client = 'ACME1', currency = 'USD') {
  bills += 1
  await addPendingBills(portal.databaseContext.owner, [{ itn: `ITN-${bills}`, client, currency }])
  return `ITN-${bills}`
}

const approval = (itn: string, covered = '1000.01', currency = 'USD') => ({
  itn,
  patientResponsibility: '200',
  patientResponsibilityCurrency: currency,
  maximumCovered: covered,
  maximumCoveredCurrency: currency,
})
const denial = (itn: string) => ({ itn, denialCode: '0188' })

async function send(by: Person, request: z.input<typeof processAuthorization.request>) {
  return (await portal.call(processAuthorization, request, by)).json()
}
async function withdraw(by: Person, itn: string) {
  const response = await portal.call(withdrawProposal, { itn }, by)
  return { status: response.statusCode, ...response.json() }
}

const readState = (itn: string) => readBillState(portal.databaseContext.owner, itn)
const proposedByAda = { decisions: [], messages: 0, isPending: true, proposedBy: 'Ada Sampleton' }
const byTwo = [{ action: 'A', by: 'Bob Mockbury', first: 'Ada Sampleton' }]
const decidedByTwo = { decisions: byTwo, messages: 1, isPending: false }

const audited = async (itn: string) =>
  (
    await queryRows(
      portal.databaseContext.owner,
      z.object({ action: z.string() }),
      sql`
      select action from audit_event
       where subject = ${itn} and (action like 'authorization dec%' or action like '%propos%')
       order by id`,
    )
  ).map(({ action }) => action)

test('the first approval above the amount is a proposal: nothing is decided and nothing can be released', async () => {
  const itn = await addBill()
  const answer = await send(ada, approval(itn))
  expect(answer).toEqual({
    statusCode: 200,
    message: messages.proposal.proposed(itn, '$1,000.01'),
    isProposal: true,
  })
  expect(await readState(itn)).toEqual(proposedByAda)
  expect(await audited(itn)).toEqual(['approval proposed'])
  const find = async (by: Person) => {
    const list = (await portal.call(listPendingAuthorizations, {}, by)).json()
    expect(list.secondPersonAbove).toEqual({ ACME1: { USD: 1000 } })
    return list.bills.find((each: { itnNumber: string }) => each.itnNumber === itn)
  }
  const amounts = { patientResponsibility: '200.00', maximumCovered: '1000.01' }
  expect((await find(bob)).proposal).toMatchObject({ by: 'Ada Sampleton', isMine: false, ...amounts })
  expect((await find(ada)).proposal).toMatchObject({ isMine: true })
  expect((await portal.call(undoDecision, { itn }, ada)).statusCode).toBe(409)
})

test('a second person decides with the same amounts and can undo it; the proposal then stands again', async () => {
  const itn = await addBill()
  await send(ada, approval(itn))
  const answer = await send(bob, approval(itn))
  expect(answer).toMatchObject({ statusCode: 200, undoSeconds: 30, decisionId: expect.any(String) })
  expect(await readState(itn)).toMatchObject(decidedByTwo)
  const history = await portal.call(getAuthorizationHistory, { itn }, bob)
  expect(history.json().decisions).toMatchObject([
    { decidedBy: 'Bob Mockbury', firstApprovedBy: 'Ada Sampleton' },
  ])
  expect((await portal.call(undoDecision, { itn }, ada)).statusCode).toBe(403)
  expect((await portal.call(undoDecision, { itn }, bob)).statusCode).toBe(200)
  expect(await readState(itn)).toEqual(proposedByAda)
  expect(await audited(itn)).toEqual([
    'approval proposed',
    'authorization decided',
    'authorization decision undone',
  ])
})

test('the person who proposed cannot be the second one, in this session or another', async () => {
  const itn = await addBill()
  const signIn = () => signInStaff(portal, 'acme', { subject: 'gil' })
  const [gil, again] = [await signIn(), await signIn()]
  await send(gil, approval(itn))
  for (const person of [gil, again]) {
    expect(await send(person, approval(itn))).toMatchObject({
      statusCode: 409,
      message: messages.proposal.own(itn),
    })
  }
  expect(await readState(itn)).toMatchObject({ decisions: [], messages: 0, isPending: true })
})

test.each([
  ['other amounts covered', { maximumCovered: '1000.02' }],
  ['another patient responsibility', { patientResponsibility: '200.01' }],
])('a second approval with %s is rejected', async (_case, change) => {
  const itn = await addBill()
  await send(ada, approval(itn))
  const message = messages.proposal.otherAmounts(itn, 'Ada Sampleton', '$1,000.01', '$200.00')
  expect(await send(bob, { ...approval(itn), ...change })).toMatchObject({ statusCode: 409, message })
  expect(await readState(itn)).toEqual(proposedByAda)
  expect(await send(bob, { ...approval(itn), patientResponsibility: '200.00' })).toMatchObject({
    statusCode: 200,
  })
})

test('a repeated request with its key returns the first response and does not confirm the proposal', async () => {
  const [itn, twice] = [await addBill(), await addBill()]
  const request = (of: string) => send(ada, { ...approval(of), idempotencyKey: `key of ${of}` })
  const first = await request(itn)
  expect(await request(itn)).toEqual(first)
  const [one, other] = await Promise.all([request(twice), request(twice)])
  expect(other).toEqual(one)
  for (const each of [itn, twice]) expect(await readState(each)).toEqual(proposedByAda)
})

test.each([
  ['up to the amount', (itn: string) => approval(itn, '1000')],
  ['denied', denial],
])('one person is enough for a bill that is %s, also after a proposal', async (_case, request) => {
  const [fresh, proposed] = [await addBill(), await addBill()]
  await send(ada, approval(proposed))
  for (const itn of [fresh, proposed]) {
    expect(await send(bob, request(itn))).toMatchObject({ statusCode: 200, undoSeconds: 30 })
    expect(await readState(itn)).toMatchObject({ decisions: [{ first: null }], messages: 1 })
  }
})

test('an approval in a currency without an amount needs a second person', async () =>
  expect(await send(ada, approval(await addBill('ACME1', 'EUR'), '1', 'EUR'))).toMatchObject({
    isProposal: true,
  }))

test('anyone who may decide the bill can withdraw a proposal, and others cannot', async () => {
  const outsider = await signInStaff(portal, 'other')
  for (const person of [ada, bob, await signInStaff(portal, 'acme')]) {
    const itn = await addBill()
    await send(ada, approval(itn))
    expect((await portal.call(withdrawProposal, { itn })).statusCode).toBe(401)
    expect(await withdraw(outsider, itn)).toMatchObject({ status: 404 })
    expect(await withdraw(person, itn)).toMatchObject({
      status: 200,
      message: messages.proposal.withdrawn(itn),
    })
    expect(await readState(itn)).toEqual({ ...proposedByAda, proposedBy: null })
    expect(await withdraw(person, itn)).toMatchObject({ status: 409, detail: messages.proposal.none(itn) })
    expect(await audited(itn)).toEqual(['approval proposed', 'proposal withdrawn'])
    expect(await send(bob, approval(itn))).toMatchObject({ isProposal: true })
  }
  const viewer = await signInStaff(portal, 'viewers')
  expect(await withdraw(viewer, await addBill('LOOK1'))).toMatchObject({ status: 403 })
})

test('a bill that changed after the proposal needs two people again', async () => {
  const itn = await addBill()
  await send(ada, approval(itn))
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(db, sql`update authorization_request set round = 2, changed_at = now() where itn = ${itn}`),
  )
  expect(await send(bob, { ...approval(itn), round: 1 })).toMatchObject({ statusCode: 409 })
  expect(await withdraw(bob, itn)).toMatchObject({ status: 409 })
  expect(await send(bob, { ...approval(itn), round: 2 })).toMatchObject({ isProposal: true })
  expect(await readState(itn)).toMatchObject({ decisions: [], messages: 0, proposedBy: 'Bob Mockbury' })
})

test('of two second approvals at once, one decides and the other is rejected', async () => {
  const itn = await addBill()
  await send(ada, approval(itn))
  const answers = await Promise.all([send(bob, approval(itn)), send(eve, approval(itn))])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await readState(itn)).toMatchObject({ decisions: [{ first: 'Ada Sampleton' }], messages: 1 })
})

test('of two first approvals at once, one proposes and the other confirms', async () => {
  const itn = await addBill()
  const answers = await Promise.all([send(ada, approval(itn)), send(bob, approval(itn))])
  expect(answers.filter(({ isProposal }) => isProposal)).toHaveLength(1)
  const [decision, ...others] = (await readState(itn))?.decisions ?? []
  expect(others).toEqual([])
  expect([decision?.by, decision?.first].sort()).toEqual(['Ada Sampleton', 'Bob Mockbury'])
})

test('a person who approves twice at once proposes once and decides nothing', async () => {
  const itn = await addBill()
  const answers = await Promise.all([1, 2].map(() => send(ada, approval(itn))))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await readState(itn)).toEqual(proposedByAda)
})

test('a proposal and a denial at once end with the denial', async () => {
  const itn = await addBill()
  await Promise.all([send(ada, approval(itn)), send(bob, denial(itn))])
  expect(await readState(itn)).toMatchObject({
    decisions: [{ action: 'D', by: 'Bob Mockbury', first: null }],
    messages: 1,
    isPending: false,
  })
})

test('a confirmation and a withdrawal at once leave one result', async () => {
  const itn = await addBill()
  await send(ada, approval(itn))
  const [answer, withdrawn] = await Promise.all([send(bob, approval(itn)), withdraw(ada, itn)])
  const found = await readState(itn)
  if (withdrawn.status === 200) {
    expect(answer).toMatchObject({ isProposal: true })
    expect(found).toEqual({ ...proposedByAda, proposedBy: 'Bob Mockbury' })
  } else expect(found).toMatchObject(decidedByTwo)
})
