import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

type DecisionRequest = z.input<typeof processAuthorization.request>
type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let bills = 0
beforeAll(async () => {
  portal = await openPortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'viewers', ['LOOK1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'], { authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
})
afterAll(() => portal.close())

/** Adds a pending bill of 1,250.50 USD and returns its ITN. */
async function addBill(client = 'ACME1') {
  bills += 1
  await addPendingBills(portal.databaseContext.owner, [{ itn: `ITN-${bills}`, client }])
  return `ITN-${bills}`
}

async function send(request: DecisionRequest, by: Person = ada) {
  const response = await portal.call(processAuthorization, request, { headers: by.headers })
  const { statusCode, message, ...rest } = response.json()
  expect(statusCode).toBe(response.statusCode)
  return { status: response.statusCode, message, ...rest }
}

const approval = (itn: string) => ({
  itn,
  patientResponsibility: '250.50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '1000',
  maximumCoveredCurrency: 'USD',
})

const count = z.object({ decisions: z.number(), audits: z.number(), messages: z.number() })
const countWritten = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    queryRow(
      db,
      count,
      sql`
      select (select count(*) from authorization_decision where itn = ${itn}) as decisions,
             (select count(*) from audit_event where action = 'authorization decided' and subject = ${itn}) as audits,
             (select count(*) from decision_message where itn = ${itn}) as messages`,
    ),
  )
const nothing = { decisions: 0, audits: 0, messages: 0 }
const once = { decisions: 1, audits: 1, messages: 1 }

test('an unauthenticated request is rejected', async () => {
  const itn = await addBill()
  const response = await portal.call(processAuthorization, approval(itn))
  expect(response.json()).toMatchObject({ status: 401, statusCode: 401, message: response.json().detail })
})

test.each([
  ['without the right to decide', 'viewers', 'LOOK1', 403, messages.notAllowed],
  ['whose client has no authorizations', 'bare', 'BARE1', 404, 'We can’t find anything at this address.'],
  ['of another client', 'other', 'ACME1', 404, messages.unknown],
])('a user %s is rejected, and nothing is written', async (_case, client, code, status, message) => {
  const itn = await addBill(code)
  expect(await send(approval(itn), await signInStaff(portal, client))).toMatchObject({ status, message })
  expect(await countWritten(itn)).toEqual(nothing)
})

test('internal staff can make decisions only with an explicit grant', async () => {
  const internal = portal.config.INTERNAL_CLIENT_ID
  await addClient(portal, internal, [])
  const internalUser = await signInStaff(portal, internal, { viewing: 'acme' })
  const itn = await addBill()
  expect(await send(approval(itn), internalUser)).toMatchObject({ status: 403 })
  await execute(
    portal.databaseContext.owner,
    sql`insert into staff_grant (user_id, kind, granted_at) values (${internalUser.userId}, 'decide', now())`,
  )
  expect(await send(approval(itn), internalUser)).toMatchObject({ status: 200 })
})

test('a malformed request is rejected with a status and a message', async () => {
  expect(await send({ itn: '' })).toMatchObject({ status: 400, message: expect.stringMatching(/not valid/) })
  const response = await portal.app.inject({
    method: 'POST',
    url: processAuthorization.path,
    payload: '{',
    headers: { ...ada.headers, 'content-type': 'application/json' },
  })
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({ statusCode: 400, message: response.json().detail })
})

const { amounts, denial, info, comment, oneAction } = messages.errors
test.each([
  [{ patientResponsibility: '1250.51' }, amounts.patientResponsibility.aboveTotal],
  [{ maximumCovered: '1250.51' }, amounts.maximumCovered.aboveTotal],
  [{ patientResponsibility: '-0.01' }, amounts.patientResponsibility.belowZero],
  [{ maximumCovered: -1 }, amounts.maximumCovered.belowZero],
  [{ maximumCovered: 1e9 }, amounts.maximumCovered.aboveTotal],
  [{ maximumCovered: 1e21 }, amounts.maximumCovered.aboveTotal],
  [{ maximumCovered: '9'.repeat(61) }, amounts.maximumCovered.aboveTotal],
  [{ maximumCovered: 0.30000000000000004 }, amounts.maximumCovered.tooPrecise('USD', 2)],
  [{ maximumCovered: '1e9' }, amounts.maximumCovered.notAmount('12.50')],
  [{ maximumCovered: 'all' }, amounts.maximumCovered.notAmount('12.50')],
  [{ maximumCovered: '0.125' }, amounts.maximumCovered.tooPrecise('USD', 2)],
  [{ maximumCoveredCurrency: 'EUR' }, amounts.maximumCovered.otherCurrency('USD')],
  [{ maximumCoveredCurrency: undefined }, amounts.maximumCovered.otherCurrency('USD')],
  [
    { patientResponsibility: '2000', maximumCovered: '2000' },
    `${amounts.patientResponsibility.aboveTotal} ${amounts.maximumCovered.aboveTotal}`,
  ],
  [{ denialCode: '0188' }, oneAction],
])('an approval with %j is rejected with a message', async (change, message) => {
  const itn = await addBill()
  expect(await send({ ...approval(itn), ...change })).toMatchObject({ status: 422, message, detail: message })
  expect(await countWritten(itn)).toEqual(nothing)
})

test.each([
  [{}, oneAction],
  [{ denialCode: '0' }, denial.missing],
  [{ denialCode: 0 }, denial.missing],
  [{ denialCode: '' }, denial.missing],
  [{ denialCode: '0507' }, denial.unknown('0507')],
  [{ additionalInfo: '0' }, info.missing],
  [{ additionalInfo: '0188' }, info.unknown('0188')],
  [{ otherSpecialHandling: '  abc  ' }, comment],
  [{ otherSpecialHandling: 'x'.repeat(501) }, comment],
  [{ otherSpecialHandling: 'x'.repeat(5001) }, comment],
  [{ otherSpecialHandling: '\u200b'.repeat(9) }, comment],
])('the decision %j is rejected with a message', async (decision, message) => {
  const itn = await addBill()
  expect(await send({ itn, ...decision })).toMatchObject({ status: 422, message })
  expect(await countWritten(itn)).toEqual(nothing)
})

test.each([
  [{ ...approval(''), maximumCovered: 1250.5 }, 'approved for $1,250.50 (patient responsibility $250.50).'],
  [{ ...approval(''), maximumCovered: 0 }, 'approved for $0.00 (patient responsibility $250.50).'],
  [{ denialCode: '0188' }, 'denied: 0188 - Service is not covered by the policy.'],
  [{ additionalInfo: '0507' }, 'needs additional info: 0507 - Medical records of the treatment.'],
  [{ otherSpecialHandling: 'Call the family first. 🙂' }, 'sent to special handling.'],
])('the decision %j is saved once, with its audit entry and message: %s', async (fields, message) => {
  const itn = await addBill()
  const ids = { decisionId: expect.any(String), undoUntil: expect.any(String), undoSeconds: 30 }
  expect(await send({ ...fields, itn })).toEqual({ status: 200, message: `${itn} ${message}`, ...ids })
  expect(await countWritten(itn)).toEqual(once)
})

test('a second decision on a bill is rejected with a message that says who decided what and when', async () => {
  const itn = await addBill()
  await send({ itn, denialCode: '0188' }, bob)
  const response = await send(approval(itn))
  expect(response).toMatchObject({
    status: 409,
    decision: { action: 'D', decision: 'denied', by: 'Bob Mockbury' },
  })
  expect(response.message).toMatch(
    new RegExp(
      String.raw`^ITN ${itn} was already decided \(denied\) by Bob Mockbury at \d+/\d+/\d{4} \d+:\d\d [AP]M\.$`,
    ),
  )
  expect(await countWritten(itn)).toEqual(once)
})

test('of two concurrent decisions, one is saved and the other is rejected', async () => {
  const itn = await addBill()
  const responses = await Promise.all([send(approval(itn)), send({ itn, denialCode: '0188' }, bob)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await countWritten(itn)).toEqual(once)
})

test('a repeated request with the same key gets the first response again', async () => {
  const itn = await addBill()
  const request = { ...approval(itn), idempotencyKey: 'one' }
  const first = await send(request)
  expect(first.status).toBe(200)
  expect(await send(request)).toEqual(first)
  expect(await send({ ...request, idempotencyKey: 'another' })).toMatchObject({ status: 409 })
  expect(await countWritten(itn)).toEqual(once)
})

test('two concurrent requests with the same key make one decision and get equal responses', async () => {
  const itn = await addBill()
  const request = { ...approval(itn), idempotencyKey: 'twice' }
  const [one, other] = await Promise.all([send(request), send(request)])
  expect([one.status, other]).toEqual([200, one])
  expect(await countWritten(itn)).toEqual(once)
})

test('a rejected request that is retried with the same key gets the same rejection', async () => {
  const itn = await addBill()
  const request = { itn, denialCode: '0', idempotencyKey: 'rejected' }
  expect(await send(request)).toMatchObject({ status: 422, message: denial.missing })
  await send({ itn, denialCode: '0188' })
  expect(await send(request)).toMatchObject({ status: 422, message: denial.missing })
})

test('a key reused for another request is rejected; keys are per user', async () => {
  const [one, other] = [await addBill(), await addBill()]
  expect(await send({ ...approval(one), idempotencyKey: 'mine' })).toMatchObject({ status: 200 })
  const again = { ...approval(other), idempotencyKey: 'mine' }
  expect(await send(again)).toMatchObject({ status: 422, message: messages.keyReused })
  expect(await countWritten(other)).toEqual(nothing)
  expect(await send(again, bob)).toMatchObject({ status: 200 })
})

test('of two concurrent decisions on different bills with the same key, only one is saved', async () => {
  const itns = [await addBill(), await addBill()]
  const responses = await Promise.all(itns.map((itn) => send({ ...approval(itn), idempotencyKey: 'both' })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the audit entry names the decision and the bill', async () => {
  const itn = await addBill()
  const { decisionId } = await send(approval(itn))
  const event = z.object({ actor: z.string(), clientCode: z.string(), detail: z.unknown() })
  const query = sql`
    select actor, client_code as "clientCode", detail from audit_event
     where action = 'authorization decided' and subject = ${itn}`
  expect(await queryRows(portal.databaseContext.owner, event, query)).toEqual([
    {
      actor: ada.userId,
      clientCode: 'ACME1',
      detail: {
        decisionId,
        round: 1,
        decision: 'approved',
        currency: 'USD',
        totalCharge: '1250.50',
        patientResponsibility: '250.50',
        maximumCovered: '1000.00',
      },
    },
  ])
})
