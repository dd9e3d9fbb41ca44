import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, rowOf, rowsOf, sql } from '#platform/server/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

type DecideCommand = z.input<typeof processAuthorization.request>
type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let bills = 0
beforeAll(async () => {
  portal = await openPortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'lookers', ['LOOK1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'], { authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
})
afterAll(() => portal.close())

/** Imports a pending bill of 1,250.50 USD and returns its ITN. */
async function aBill(client = 'ACME1') {
  bills += 1
  await addPendingBills(portal.databaseContext.owner, [{ itn: `ITN-${bills}`, client }])
  return `ITN-${bills}`
}

async function sent(order: DecideCommand, by: Person = ada) {
  const answer = await portal.call(processAuthorization, order, { headers: by.headers })
  const { statusCode, message, ...rest } = answer.json()
  expect(statusCode).toBe(answer.statusCode)
  return { status: answer.statusCode, message, ...rest }
}

const approved = (itn: string) => ({
  itn,
  patientResponsibility: '250.50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '1000',
  maximumCoveredCurrency: 'USD',
})

const count = z.object({ decisions: z.number(), audits: z.number(), messages: z.number() })
const written = (itn: string) =>
  portal.databaseContext.owner.transaction().execute(async (db) => {
    await sql`select set_config('portal.client_codes', 'ACME1,OTHER1,LOOK1', true)`.execute(db)
    return rowOf(
      db,
      count,
      sql`
      select (select count(*) from authorization_decision where itn = ${itn}) as decisions,
             (select count(*) from audit_event where action = 'authorization decided' and subject = ${itn}) as audits,
             (select count(*) from decision_message where itn = ${itn}) as messages`,
    )
  })
const nothing = { decisions: 0, audits: 0, messages: 0 }
const once = { decisions: 1, audits: 1, messages: 1 }

test('an unauthenticated request is rejected', async () => {
  const itn = await aBill()
  const answer = await portal.call(processAuthorization, approved(itn))
  expect(answer.json()).toMatchObject({ status: 401, statusCode: 401, message: answer.json().detail })
})

test.each([
  ['without the right to decide', 'lookers', 'LOOK1', 403, messages.notAllowed],
  ['whose client has no authorizations', 'bare', 'BARE1', 404, 'There is nothing at this address.'],
  ['of another client', 'other', 'ACME1', 404, messages.unknown],
])('a user %s is rejected, and nothing is written', async (_case, client, code, status, message) => {
  const itn = await aBill(code)
  expect(await sent(approved(itn), await signInStaff(portal, client))).toMatchObject({ status, message })
  expect(await written(itn)).toEqual(nothing)
})

test('internal staff decide only with an explicit grant', async () => {
  const internal = portal.config.INTERNAL_CLIENT_ID
  await addClient(portal, internal, [])
  const inside = await signInStaff(portal, internal, { viewing: 'acme' })
  const itn = await aBill()
  expect(await sent(approved(itn), inside)).toMatchObject({ status: 403 })
  await execute(
    portal.databaseContext.owner,
    sql`insert into staff_grant (user_id, kind, granted_at) values (${inside.userId}, 'decide', now())`,
  )
  expect(await sent(approved(itn), inside)).toMatchObject({ status: 200 })
})

test('a malformed request is rejected with its status and message', async () => {
  expect(await sent({ itn: '' })).toMatchObject({ status: 400, message: expect.stringMatching(/not valid/) })
  const answer = await portal.app.inject({
    method: 'POST',
    url: processAuthorization.path,
    payload: '{',
    headers: { ...ada.headers, 'content-type': 'application/json' },
  })
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ statusCode: 400, message: answer.json().detail })
})

const { amounts, denial, info, comment, oneAction } = messages.faults
test.each([
  [{ patientResponsibility: '1250.51' }, amounts.patientResponsibility.tooMuch],
  [{ maximumCovered: '1250.51' }, amounts.maximumCovered.tooMuch],
  [{ patientResponsibility: '-0.01' }, amounts.patientResponsibility.belowZero],
  [{ maximumCovered: -1 }, amounts.maximumCovered.belowZero],
  [{ maximumCovered: 1e9 }, amounts.maximumCovered.tooMuch],
  [{ maximumCovered: 1e21 }, amounts.maximumCovered.tooMuch],
  [{ maximumCovered: '9'.repeat(61) }, amounts.maximumCovered.tooMuch],
  [{ maximumCovered: 0.30000000000000004 }, amounts.maximumCovered.tooPrecise('USD', 2)],
  [{ maximumCovered: '1e9' }, amounts.maximumCovered.notAmount('12.50')],
  [{ maximumCovered: 'all' }, amounts.maximumCovered.notAmount('12.50')],
  [{ maximumCovered: '0.125' }, amounts.maximumCovered.tooPrecise('USD', 2)],
  [{ maximumCoveredCurrency: 'EUR' }, amounts.maximumCovered.otherCurrency('USD')],
  [{ maximumCoveredCurrency: undefined }, amounts.maximumCovered.otherCurrency('USD')],
  [
    { patientResponsibility: '2000', maximumCovered: '2000' },
    `${amounts.patientResponsibility.tooMuch} ${amounts.maximumCovered.tooMuch}`,
  ],
  [{ denialCode: '0188' }, oneAction],
])('an approval with %j is rejected with a message', async (change, message) => {
  const itn = await aBill()
  expect(await sent({ ...approved(itn), ...change })).toMatchObject({ status: 422, message, detail: message })
  expect(await written(itn)).toEqual(nothing)
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
])('%j is rejected with a message', async (decision, message) => {
  const itn = await aBill()
  expect(await sent({ itn, ...decision })).toMatchObject({ status: 422, message })
  expect(await written(itn)).toEqual(nothing)
})

test.each([
  [{ ...approved(''), maximumCovered: 1250.5 }, 'approved for $1,250.50 (patient responsibility $250.50).'],
  [{ ...approved(''), maximumCovered: 0 }, 'approved for $0.00 (patient responsibility $250.50).'],
  [{ denialCode: '0188' }, 'denied: 0188 - Service is not covered by the policy.'],
  [{ additionalInfo: '0507' }, 'needs additional info: 0507 - Medical records of the treatment.'],
  [{ otherSpecialHandling: 'Call the family first. 🙂' }, 'sent to special handling.'],
])('%j is decided once, with its audit entry and message: %s', async (fields, said) => {
  const itn = await aBill()
  expect(await sent({ ...fields, itn })).toEqual({ status: 200, message: `ITN ${itn} ${said}` })
  expect(await written(itn)).toEqual(once)
})

test('a decided bill is rejected with who decided it, when and how', async () => {
  const itn = await aBill()
  await sent({ itn, denialCode: '0188' }, bob)
  const answer = await sent(approved(itn))
  expect(answer).toMatchObject({
    status: 409,
    decision: { action: 'D', decision: 'denied', by: 'Bob Mockbury' },
  })
  expect(answer.message).toMatch(
    new RegExp(
      String.raw`^ITN ${itn} was already decided \(denied\) by Bob Mockbury at \d+/\d+/\d{4} \d+:\d\d [AP]M\.$`,
    ),
  )
  expect(await written(itn)).toEqual(once)
})

test('of two concurrent decisions one wins, and the other learns who decided', async () => {
  const itn = await aBill()
  const answers = await Promise.all([sent(approved(itn)), sent({ itn, denialCode: '0188' }, bob)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await written(itn)).toEqual(once)
})

test('the same request with the same key gets the first response again', async () => {
  const itn = await aBill()
  const order = { ...approved(itn), idempotencyKey: 'one' }
  const first = await sent(order)
  expect(first.status).toBe(200)
  expect(await sent(order)).toEqual(first)
  expect(await sent({ ...order, idempotencyKey: 'another' })).toMatchObject({ status: 409 })
  expect(await written(itn)).toEqual(once)
})

test('the same request sent twice at once with one key is decided once, with equal responses', async () => {
  const itn = await aBill()
  const order = { ...approved(itn), idempotencyKey: 'twice' }
  const [one, other] = await Promise.all([sent(order), sent(order)])
  expect([one.status, other]).toEqual([200, one])
  expect(await written(itn)).toEqual(once)
})

test('a rejection with a key stays the same on retry', async () => {
  const itn = await aBill()
  const order = { itn, denialCode: '0', idempotencyKey: 'refused' }
  expect(await sent(order)).toMatchObject({ status: 422, message: denial.missing })
  await sent({ itn, denialCode: '0188' })
  expect(await sent(order)).toMatchObject({ status: 422, message: denial.missing })
})

test('a key reused for another request is rejected; keys are per user', async () => {
  const [one, other] = [await aBill(), await aBill()]
  expect(await sent({ ...approved(one), idempotencyKey: 'mine' })).toMatchObject({ status: 200 })
  const again = { ...approved(other), idempotencyKey: 'mine' }
  expect(await sent(again)).toMatchObject({ status: 422, message: messages.keyUsed })
  expect(await written(other)).toEqual(nothing)
  expect(await sent(again, bob)).toMatchObject({ status: 200 })
})

test('one key used for two bills at once decides only one', async () => {
  const itns = [await aBill(), await aBill()]
  const answers = await Promise.all(itns.map((itn) => sent({ ...approved(itn), idempotencyKey: 'both' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the audit entry names the decision and the bill', async () => {
  const itn = await aBill()
  await sent(approved(itn))
  const event = z.object({ actor: z.string(), clientCode: z.string(), detail: z.unknown() })
  const query = sql`
    select actor, client_code as "clientCode", detail from audit_event
     where action = 'authorization decided' and subject = ${itn}`
  expect(await rowsOf(portal.databaseContext.owner, event, query)).toEqual([
    {
      actor: ada.userId,
      clientCode: 'ACME1',
      detail: {
        round: 1,
        decision: 'approved',
        currency: 'USD',
        totalCharge: '1250.50',
        patientResponsibility: '250.50',
        maximumCovered: '1000',
      },
    },
  ])
})
