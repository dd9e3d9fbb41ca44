import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import {
  createServiceToken,
  revokeServiceToken,
  rotateServiceToken,
} from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listDecisions } from '../../backoffice-contract.ts'
import { processAuthorization, undoDecision } from '../../contract.ts'
import { messages } from '../../messages.ts'

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
  token = await createToken('everything')
})
afterAll(() => portal.close())

const createToken = (name: string, clientIds?: string[]) =>
  createServiceToken(portal.databaseContext.owner, { name, may: 'decisions', clientIds, actor })

const requestFeed = (by: string, input: z.input<typeof listDecisions.request> = {}) =>
  portal.call(listDecisions, input, { headers: { authorization: `Bearer ${by}` } })
const readFeed = async (by: string, input: z.input<typeof listDecisions.request> = {}) =>
  listDecisions.response.parse((await requestFeed(by, input)).json()).decisions
const itnsIn = (decisions: { itn: string }[]) => decisions.map(({ itn }) => itn)

let bills = 0
/** Decides a new bill; its decision can no longer be undone. */
async function decideBill(client = 'ACME1', fields: Record<string, string> = { denialCode: '0188' }) {
  bills += 1
  const itn = `B-${bills}`
  await addPendingBills(portal.databaseContext.owner, [{ itn, client }])
  const { headers } = client === 'ACME1' ? ada : bea
  expect((await portal.call(processAuthorization, { itn, ...fields }, { headers })).statusCode).toBe(200)
  await endUndoTime(portal.databaseContext.owner, itn)
  return itn
}

test.each([
  ['a request without a token', undefined],
  ['an unknown token', 'Bearer word'],
  ['a staff session', 'staff'],
])('%s gets no decisions', async (_who, authorization) => {
  const headers = authorization === 'staff' ? ada.headers : authorization ? { authorization } : {}
  expect((await portal.call(listDecisions, {}, { headers })).statusCode).toBe(401)
})

test('a request for the decisions after an invalid or unknown ID is rejected', async () => {
  expect((await requestFeed(token, { after: 'yesterday' })).statusCode).toBe(400)
  const response = await requestFeed(token, { after: '00000000-0000-4000-8000-000000000000' })
  expect([response.statusCode, response.json().detail]).toEqual([422, messages.afterUnknown])
})

test('the feed returns decisions in order, can repeat them, and continues after a given decision', async () => {
  const itns = [await decideBill(), await decideBill('OTHER1'), await decideBill()]
  const all = await readFeed(token)
  expect(itnsIn(all)).toEqual(itns)
  expect(await readFeed(token)).toEqual(all)
  const [first, ...rest] = all
  expect(await readFeed(token, { after: first?.id ?? '' })).toEqual(rest)
  expect(await readFeed(token, { after: first?.id ?? '', limit: 1 })).toEqual(rest.slice(0, 1))
  expect(await readFeed(token, { after: all.at(-1)?.id ?? '' })).toEqual([])
})

test('a decision of a client without undo is released at once and is final', async () => {
  await addClient(portal, 'final', ['FINAL1'], { clientAuth: true, authorizers: 'all' })
  await execute(portal.databaseContext.owner, sql`update client set undo_seconds = 0 where id = 'final'`)
  const { headers } = await signInStaff(portal, 'final')
  const itn = 'AT-ONCE'
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'FINAL1' }])
  const decided = await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers })
  expect(decided.json()).toMatchObject({ statusCode: 200, undoSeconds: 0 })
  expect((await portal.call(undoDecision, { itn }, { headers })).statusCode).toBe(409)
  expect(itnsIn(await readFeed(token))).toContain(itn)
})

test('each decision states exactly what was decided and by whom', async () => {
  const approval = {
    patientResponsibility: '0.5',
    patientResponsibilityCurrency: 'USD',
    maximumCovered: '1250',
    maximumCoveredCurrency: 'USD',
  }
  const itns = [
    await decideBill('ACME1', approval),
    await decideBill('ACME1', { additionalInfo: '0507' }),
    await decideBill('ACME1', { otherSpecialHandling: '  Call the family.  ' }),
  ]
  const decisions = (await readFeed(token)).filter(({ itn }) => itns.includes(itn))
  const noFields = {
    patientResponsibility: null,
    maximumCovered: null,
    code: null,
    reason: null,
    comment: null,
  }
  expect(decisions).toMatchObject([
    {
      ...noFields,
      action: 'A',
      decision: 'approved',
      patientResponsibility: '0.50',
      maximumCovered: '1250.00',
    },
    { ...noFields, action: 'I', code: '0507', reason: 'Medical records of the treatment' },
    { ...noFields, action: 'O', comment: 'Call the family.' },
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
  const before = (await readFeed(token)).at(-1)?.id ?? ''
  const late = await decideBill()
  // Simulate a transaction that started long before the others but was committed only now.
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(db, sql`update decision_message set made_at = '2020-01-01' where itn = ${late}`),
  )
  expect(itnsIn(await readFeed(token, { after: before }))).toEqual([late])
})

test('decisions of a client that is closed are still delivered, so that none is behind `after` when it opens again', async () => {
  const { owner } = portal.databaseContext
  const before = (await readFeed(token)).at(-1)?.id ?? ''
  const open = (isOpen: boolean) =>
    execute(owner, sql`update client set enabled = ${isOpen} where id = 'other'`)
  const [first, second] = [await decideBill('OTHER1'), await decideBill()]
  // Gives both a position.
  await readFeed(token, { after: before, limit: 1 })
  const last = await decideBill('OTHER1')
  try {
    await open(false)
    expect(itnsIn(await readFeed(token, { after: before }))).toEqual([first, second, last])
  } finally {
    await open(true)
  }
})

test('an undo waits while the feed sends the decision, and then is rejected', async () => {
  const { owner } = portal.databaseContext
  const itn = 'WAITS'
  await addPendingBills(owner, [{ itn, client: 'ACME1' }])
  await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers: ada.headers })
  const waiting = sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
  const undone = await withEveryClient(owner, async (db) => {
    await execute(
      db,
      sql`update decision_message set position = nextval('decision_message_position') where itn = ${itn}`,
    )
    const sent = portal.call(undoDecision, { itn }, { headers: ada.headers })
    await expect.poll(() => queryRows(db, z.object({}), waiting), { interval: 10 }).toHaveLength(1)
    return { sent }
  })
  expect((await undone.sent).json()).toMatchObject({ status: 409, detail: messages.undo.sent(itn) })
  expect(itnsIn(await readFeed(token))).toContain(itn)
})

test('concurrent requests never assign the same position twice', async () => {
  const itns = []
  for (let count = 0; count < 5; count += 1) itns.push(await decideBill())
  const responses = await Promise.all(Array.from({ length: 8 }, () => readFeed(token)))
  for (const response of responses) expect(itnsIn(response).slice(-5)).toEqual(itns)
})

test('a token limited to some clients gets only those clients’ decisions', async () => {
  const own = await createToken('acme-only', ['acme'])
  await decideBill('OTHER1')
  expect(new Set((await readFeed(own)).map(({ client }) => client))).toEqual(new Set(['ACME1']))
  const foreign = (await readFeed(token)).find(({ client }) => client === 'OTHER1')
  expect((await requestFeed(own, { after: foreign?.id ?? '' })).statusCode).toBe(422)
})

test('an old token works until its grace period ends; then only the new one works', async () => {
  const clock = freezeClock()
  const oldToken = await createToken('rotated')
  const newToken = await rotateServiceToken(portal.databaseContext.owner, {
    name: 'rotated',
    actor,
    hours: 1,
  })
  const statuses = async () => [
    (await requestFeed(oldToken)).statusCode,
    (await requestFeed(newToken)).statusCode,
  ]
  expect(await statuses()).toEqual([200, 200])
  clock.forward({ minutes: 61 })
  expect(await statuses()).toEqual([401, 200])
})

test('a token stops working at once when it is revoked or rotated without a grace period', async () => {
  const oldToken = await createToken('ended')
  const { owner } = portal.databaseContext
  const newToken = await rotateServiceToken(owner, { name: 'ended', actor, hours: 0 })
  expect((await requestFeed(oldToken)).statusCode).toBe(401)
  await revokeServiceToken(owner, { name: 'ended', actor })
  expect((await requestFeed(newToken)).statusCode).toBe(401)
})

test('deliveries are audited under the token name, and the token itself is never stored', async () => {
  await readFeed(token)
  const event = z.object({ actor: z.string(), action: z.string() })
  const query = sql`select actor, action from audit_event order by id desc limit 1`
  expect(await queryRows(portal.databaseContext.owner, event, query)).toEqual([
    { actor: 'service everything', action: 'decisions told' },
  ])
  const stored = sql`select from service_token t where to_jsonb(t)::text like ${`%${token.slice(-20)}%`}`
  expect(await queryRows(portal.databaseContext.owner, z.object({}), stored)).toEqual([])
})
