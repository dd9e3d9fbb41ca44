import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, moveDecision, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization, undoDecision } from '../contract.ts'
import { readMetrics } from '../decided-contract.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'bare', ['BARE1'])
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
})
afterAll(() => portal.close())

const change = (query: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) => execute(db, query))

/** Adds a bill and denies it. Moves the decision to the given time. */
async function decide(itn: string, at?: string, times: { due?: string; client?: string } = {}) {
  const { client = 'ACME1', due = null } = times
  await addPendingBills(portal.databaseContext.owner, [{ itn, client }])
  await change(sql`update authorization_request set due_at = ${due} where itn = ${itn}`)
  const input = { itn, denialCode: '0188' }
  const response = await portal.call(processAuthorization, input, { headers: ada.headers })
  expect(response.statusCode).toBe(200)
  if (at) await moveDecision(portal.databaseContext.owner, itn, at)
}

const march = { period: 'dates', from: '2026-03-01', to: '2026-03-31' } as const
async function read(period: z.input<typeof readMetrics.request> = march, { headers } = ada) {
  const response = await portal.call(readMetrics, period, { headers })
  expect(response.statusCode).toBe(200)
  return readMetrics.response.parse(response.json())
}

const nothing = { A: 0, D: 0, I: 0, O: 0 }

test('metrics need a session and a client that has authorizations, and a period that exists', async () => {
  const { headers } = await signInStaff(portal, 'bare')
  expect((await portal.call(readMetrics, {})).statusCode).toBe(401)
  expect((await portal.call(readMetrics, {}, { headers })).statusCode).toBe(404)
  for (const period of [{ period: 'century' }, { from: '2026-02-30' }, { to: '0000-12-31' }])
    expect((await portal.call(readMetrics, period as object, { headers: ada.headers })).statusCode).toBe(400)
})

test('a client without authorizations has zeros and no median', async () => {
  const figures = { open: 0, decided: nothing, medianMinutes: null, withDueTime: 0, onTime: 0 }
  const { clients, total } = await read()
  expect(clients).toMatchObject([
    { client: 'ACME1', ...figures },
    { client: 'ACME2', ...figures },
  ])
  expect(total).toEqual(figures)
})

test('figures count what is open, the outcomes, the median and what was on time, without undone or foreign decisions', async () => {
  const due = '2026-03-11T12:00:00Z'
  await decide('M-1', '2026-03-10T13:00:00Z', { due })
  await decide('M-2', '2026-03-11T12:00:00Z', { due })
  await decide('M-3', '2026-03-12T12:00:01Z', { due })
  await decide('M-4', '2026-03-10T12:30:00Z', { client: 'ACME2' })
  await decide('M-5', '2026-04-01T04:00:00Z')
  await decide('M-UNDONE')
  await portal.call(undoDecision, { itn: 'M-UNDONE' }, { headers: ada.headers })
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'M-OTHER', client: 'OTHER1' }])
  const { clients, total } = await read()
  expect(clients).toMatchObject([
    { client: 'ACME1', open: 1, decided: { D: 3 }, medianMinutes: 1440, withDueTime: 3, onTime: 2 },
    { client: 'ACME2', open: 0, decided: { D: 1 }, medianMinutes: 30, withDueTime: 0, onTime: 0 },
  ])
  expect(total).toEqual({
    open: 1,
    decided: { ...nothing, D: 4 },
    medianMinutes: 750,
    withDueTime: 3,
    onTime: 2,
  })
  expect((await read({ period: 'any' })).total.decided.D).toBe(5)
  const other = await signInStaff(portal, 'other')
  expect((await read({ period: 'any' }, other)).clients).toMatchObject([
    { client: 'OTHER1', open: 1, decided: nothing },
  ])
})

test('reads of metrics are audited with their period', async () => {
  await read()
  const event = await queryRow(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), detail: z.looseObject({}) }),
    sql`select actor, detail from audit_event where action = 'authorization metrics read' order by id desc limit 1`,
  )
  expect(event).toMatchObject({ actor: ada.userId, detail: { ...march, rows: 2 } })
})

test('a bill that was decided before the time of its receipt waited no time', async () => {
  await addClient(portal, 'ahead', ['AHEAD1'], { clientAuth: true, authorizers: 'all' })
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'M-AHEAD', client: 'AHEAD1' }])
  await change(
    sql`update authorization_request set received_at = now() + interval '5 hours' where itn = 'M-AHEAD'`,
  )
  const ahead = await signInStaff(portal, 'ahead')
  const decision = { itn: 'M-AHEAD', denialCode: '0188' }
  expect((await portal.call(processAuthorization, decision, ahead)).statusCode).toBe(200)
  expect((await read({}, ahead)).clients).toMatchObject([{ decided: { D: 1 }, medianMinutes: 0 }])
})
