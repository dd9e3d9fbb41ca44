import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const contexts = ['urn:example:key', 'urn:example:mfa']
let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let bills = 0

beforeAll(async () => {
  portal = await openPortal({
    STEP_UP_ACR_VALUES: contexts,
    STEP_UP_AMR_VALUES: ['hwk'],
    STEP_UP_MAX_AGE_MINUTES: 5,
  })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await execute(
    portal.databaseContext.owner,
    sql`update client set step_up_above = '{"USD": 1000}' where id = 'acme'`,
  )
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
})
afterAll(() => portal.close())

/** Adds a pending bill of 1,250.50 and returns its ITN. */
async function addBill(currency = 'USD') {
  bills += 1
  const itn = `ITN-${bills}`
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1', currency }])
  return itn
}

type Evidence = { acr?: string[]; amr?: string[]; minutesAgo?: number | null }
const strong = { acr: ['urn:example:key'], amr: ['pwd', 'hwk'], minutesAgo: 4 }

/** Sets what the identity provider said about the session of the person. */
const prove = ({ acr = [], amr = [], minutesAgo = null }: Evidence) =>
  execute(
    portal.databaseContext.owner,
    sql`
    update staff_session
       set acr = ${acr}, amr = ${amr},
           authenticated_at = ${minutesAgo === null ? null : new Date(now().getTime() - minutesAgo * 60_000)}`,
  )

const approval = (itn: string, covered = '1000.01', currency = 'USD') => ({
  itn,
  patientResponsibility: '0',
  patientResponsibilityCurrency: currency,
  maximumCovered: covered,
  maximumCoveredCurrency: currency,
})
const send = (request: z.input<typeof processAuthorization.request>, key?: string) =>
  portal.call(processAuthorization, { ...request, ...(key && { idempotencyKey: key }) }, ada)

const written = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    queryRow(
      db,
      z.object({ decisions: z.number(), messages: z.number(), isPending: z.boolean() }),
      sql`
      select (select count(*)::int from authorization_decision where itn = ${itn}) as decisions,
             (select count(*)::int from decision_message where itn = ${itn}) as messages,
             (select is_pending from authorization_request where itn = ${itn}) as "isPending"`,
    ),
  )

test.each([
  ['without any evidence', {}],
  ['without the authentication context', { ...strong, acr: [] }],
  ['with another authentication context', { ...strong, acr: ['urn:example:password'] }],
  ['without the authentication method', { ...strong, amr: ['pwd', 'otp'] }],
  ['with a sign-in longer ago than the limit', { ...strong, minutesAgo: 6 }],
  ['without the time of the sign-in', { ...strong, minutesAgo: null }],
])('an approval above the amount %s is rejected, and nothing is written', async (_case, evidence) => {
  const itn = await addBill()
  await prove(evidence)
  const response = await send(approval(itn))
  expect(response.json()).toMatchObject({
    statusCode: 403,
    reason: 'step-up',
    message: messages.stepUp.needed(itn),
  })
  expect(response.headers['www-authenticate']).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="urn:example:key urn:example:mfa", max_age="300"',
  )
  expect(await written(itn)).toEqual({ decisions: 0, messages: 0, isPending: true })
})

test('the same request is accepted after the step-up, and the audit trail says so', async () => {
  const itn = await addBill()
  await prove({})
  expect((await send(approval(itn), 'a-key')).statusCode).toBe(403)
  await prove(strong)
  const decided = await send(approval(itn), 'a-key')
  expect(decided.statusCode).toBe(200)
  expect(decided.headers).not.toHaveProperty('www-authenticate')
  expect(await written(itn)).toEqual({ decisions: 1, messages: 1, isPending: false })
  const entry = await queryRow(
    portal.databaseContext.owner,
    z.object({ detail: z.record(z.string(), z.unknown()) }),
    sql`select detail from audit_event where action = 'authorization decided' and subject = ${itn}`,
  )
  expect(entry?.detail).toMatchObject({ stepUp: true, maximumCovered: '1000.01' })
})

test.each([
  ['an approval of the amount', (itn: string) => approval(itn, '1000')],
  ['a denial', (itn: string) => ({ itn, denialCode: '0188' })],
  ['a request for information', (itn: string) => ({ itn, additionalInfo: '0507' })],
  ['special handling', (itn: string) => ({ itn, otherSpecialHandling: 'Call the clinic' })],
])('%s needs no step-up', async (_case, request) => {
  const itn = await addBill()
  await prove({})
  expect((await send(request(itn))).json()).toMatchObject({ statusCode: 200 })
})

test('an approval in a currency without an amount always needs a step-up', async () => {
  const itn = await addBill('EUR')
  await prove({})
  expect((await send(approval(itn, '0.01', 'EUR'))).json()).toMatchObject({ reason: 'step-up' })
  expect((await send(approval(itn, '0', 'EUR'))).json()).toMatchObject({ statusCode: 200 })
})

test('an invalid approval is rejected before the step-up', async () => {
  const itn = await addBill()
  await prove({})
  expect((await send(approval(itn, '9999'))).statusCode).toBe(422)
  expect((await send({ ...approval(itn), round: 2 })).statusCode).toBe(422)
  expect((await send(approval('UNKNOWN'))).statusCode).toBe(404)
})

test('the evidence of one session does not count in another', async () => {
  const itn = await addBill()
  await prove(strong)
  const other = await signInStaff(portal, 'acme')
  expect((await portal.call(processAuthorization, approval(itn), other)).statusCode).toBe(403)
})
