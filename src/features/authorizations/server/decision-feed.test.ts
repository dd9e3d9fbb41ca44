import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, rowsOf, sql } from '#platform/server/database.ts'
import { makeServiceToken, revokeServiceToken, rotateServiceToken } from '#sign-in/server/service-tokens.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listDecisions, processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const actor = 'test'

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let bea: Awaited<ReturnType<typeof signInStaff>>
let token: string
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bea = await signInStaff(portal, 'other')
  token = await tokenOf('everything')
})
afterAll(() => portal.close())

const tokenOf = (name: string, clientIds?: string[]) =>
  makeServiceToken(portal.databaseContext.owner, { name, may: 'decisions', clientIds, actor })

const asked = (by: string, input: z.input<typeof listDecisions.request> = {}) =>
  portal.call(listDecisions, input, { headers: { authorization: `Bearer ${by}` } })
const told = async (by: string, input: z.input<typeof listDecisions.request> = {}) =>
  listDecisions.response.parse((await asked(by, input)).json()).decisions
const itnsIn = (decisions: { itn: string }[]) => decisions.map(({ itn }) => itn)

let bills = 0
async function decided(client = 'ACME1', fields: Record<string, string> = { denialCode: '0188' }) {
  bills += 1
  const itn = `B-${bills}`
  await addPendingBills(portal.databaseContext.owner, [{ itn, client }])
  const { headers } = client === 'ACME1' ? ada : bea
  expect((await portal.call(processAuthorization, { itn, ...fields }, { headers })).statusCode).toBe(200)
  return itn
}

test.each([
  ['nobody', undefined],
  ['a word', 'Bearer word'],
  ['staff', 'staff'],
])('%s gets no decisions', async (_who, authorization) => {
  const headers = authorization === 'staff' ? ada.headers : authorization ? { authorization } : {}
  expect((await portal.call(listDecisions, {}, { headers })).statusCode).toBe(401)
})

test('an invalid id, or the id of an undelivered decision, is rejected', async () => {
  expect((await asked(token, { after: 'yesterday' })).statusCode).toBe(400)
  const answer = await asked(token, { after: '00000000-0000-4000-8000-000000000000' })
  expect([answer.statusCode, answer.json().detail]).toEqual([422, messages.afterUnknown])
})

test('decisions arrive in order, repeat on request, and continue after the last one', async () => {
  const itns = [await decided(), await decided('OTHER1'), await decided()]
  const all = await told(token)
  expect(itnsIn(all)).toEqual(itns)
  expect(await told(token)).toEqual(all)
  const [first, ...rest] = all
  expect(await told(token, { after: first?.id ?? '' })).toEqual(rest)
  expect(await told(token, { after: first?.id ?? '', limit: 1 })).toEqual(rest.slice(0, 1))
  expect(await told(token, { after: all.at(-1)?.id ?? '' })).toEqual([])
})

test('each decision states exactly what was decided, by whom and when', async () => {
  const approval = {
    patientResponsibility: '0.5',
    patientResponsibilityCurrency: 'USD',
    maximumCovered: '1250',
    maximumCoveredCurrency: 'USD',
  }
  const itns = [
    await decided('ACME1', approval),
    await decided('ACME1', { additionalInfo: '0507' }),
    await decided('ACME1', { otherSpecialHandling: '  Call the family.  ' }),
  ]
  const decisions = (await told(token)).filter(({ itn }) => itns.includes(itn))
  const nothing = {
    patientResponsibility: null,
    maximumCovered: null,
    code: null,
    reason: null,
    comment: null,
  }
  expect(decisions).toMatchObject([
    {
      ...nothing,
      action: 'A',
      decision: 'approved',
      patientResponsibility: '0.50',
      maximumCovered: '1250.00',
    },
    { ...nothing, action: 'I', code: '0507', reason: 'Medical records of the treatment' },
    { ...nothing, action: 'O', comment: 'Call the family.' },
  ])
  expect(decisions[0]).toMatchObject({
    round: 1,
    client: 'ACME1',
    currency: 'USD',
    totalCharge: '1250.50',
    decidedBy: 'Ada Sampleton',
  })
})

test('a decision committed late gets a position after those already delivered', async () => {
  const before = (await told(token)).at(-1)?.id ?? ''
  const late = await decided()
  // As if its transaction had started long before the others and was committed only now.
  await portal.databaseContext.owner.transaction().execute(async (db) => {
    await sql`select set_config('portal.client_codes', 'ACME1', true)`.execute(db)
    await execute(db, sql`update decision_message set made_at = '2020-01-01' where itn = ${late}`)
  })
  expect(itnsIn(await told(token, { after: before }))).toEqual([late])
})

test('concurrent requests never assign the same position twice', async () => {
  const itns = []
  for (let count = 0; count < 5; count += 1) itns.push(await decided())
  const answers = await Promise.all(Array.from({ length: 8 }, () => told(token)))
  for (const answer of answers) expect(itnsIn(answer).slice(-5)).toEqual(itns)
})

test('a token for some clients delivers only their decisions', async () => {
  const own = await tokenOf('acme-only', ['acme'])
  await decided('OTHER1')
  expect(new Set((await told(own)).map(({ client }) => client))).toEqual(new Set(['ACME1']))
  const foreign = (await told(token)).find(({ client }) => client === 'OTHER1')
  expect((await asked(own, { after: foreign?.id ?? '' })).statusCode).toBe(422)
})

test('a rotated token works for its grace period, then only the new one does', async () => {
  const clock = freezeClock()
  const former = await tokenOf('rotated')
  const next = await rotateServiceToken(portal.databaseContext.owner, { name: 'rotated', actor, hours: 1 })
  const statuses = async () => [(await asked(former)).statusCode, (await asked(next)).statusCode]
  expect(await statuses()).toEqual([200, 200])
  clock.forward({ minutes: 61 })
  expect(await statuses()).toEqual([401, 200])
})

test('a token rotated without a grace period, or revoked, ends at once', async () => {
  const former = await tokenOf('ended')
  const { owner } = portal.databaseContext
  const next = await rotateServiceToken(owner, { name: 'ended', actor, hours: 0 })
  expect((await asked(former)).statusCode).toBe(401)
  await revokeServiceToken(owner, { name: 'ended', actor })
  expect((await asked(next)).statusCode).toBe(401)
})

test('deliveries are audited with token and count, and the token itself is never stored', async () => {
  await told(token)
  const event = z.object({ actor: z.string(), action: z.string() })
  const query = sql`select actor, action from audit_event order by id desc limit 1`
  expect(await rowsOf(portal.databaseContext.owner, event, query)).toEqual([
    { actor: 'service everything', action: 'decisions told' },
  ])
  const kept = sql`select from service_token t where to_jsonb(t)::text like ${`%${token.slice(-20)}%`}`
  expect(await rowsOf(portal.databaseContext.owner, z.object({}), kept)).toEqual([])
})
