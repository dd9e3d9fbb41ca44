import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { setClock } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listLongestWaiting, listPendingByClient } from '../contract.ts'

const time = new Date('2026-04-01T16:00:00Z')
let restoreClock: () => void
let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  restoreClock = setClock(() => time)
  portal = await openPortal()
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  await addClient(portal, 'empty', ['EMPTY1'], { clientAuth: true })
  await addClient(portal, 'without', ['WITHOUT1'], { patientSearch: true })
  await addClient(portal, 'closed', ['CLOSED1'], { enabled: false, clientAuth: true })
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'A1', client: 'ACME1', receivedAt: '2026-03-01T16:00:00Z' },
    { itn: 'A2', client: 'ACME1', receivedAt: '2026-03-05T16:00:00Z' },
    { itn: 'A3', client: 'ACME2', receivedAt: '2026-03-31T20:00:00Z' },
    { itn: 'O1', client: 'OTHER1', receivedAt: '2026-01-01T16:00:00Z' },
    { itn: 'W1', client: 'WITHOUT1', receivedAt: '2026-01-01T16:00:00Z' },
    { itn: 'C1', client: 'CLOSED1', receivedAt: '2026-01-01T16:00:00Z' },
  ])
})
afterAll(async () => {
  await portal.close()
  restoreClock()
})

async function list(headers: Record<string, string>) {
  const response = await portal.call(listPendingByClient, {}, { headers })
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  const { clients } = response.json<{ clients: { id: string }[] }>()
  return clients.toSorted((one, other) => one.id.localeCompare(other.id))
}

test('the staff of a client and visitors are refused', async () => {
  expect((await portal.call(listPendingByClient, {})).statusCode).toBe(401)
  const { headers } = await signInStaff(portal, 'acme')
  expect((await portal.call(listPendingByClient, {}, { headers })).statusCode).toBe(404)
})

test('every enabled client that decides authorizations is counted, whichever client is viewed', async () => {
  const { headers } = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID)
  const all = [
    { id: 'acme', pending: 3, oldestMinutes: 31 * 24 * 60 },
    { id: 'empty', pending: 0, oldestMinutes: null },
    { id: 'other', pending: 1, oldestMinutes: 90 * 24 * 60 },
  ]
  expect(await list(headers)).toEqual(all)
  expect(await list({ ...headers, 'client-id': 'other' })).toEqual(all)
})

test('a person restricted to some codes sees only their counts', async () => {
  const internal = portal.config.INTERNAL_CLIENT_ID
  const { userId, headers } = await signInStaff(portal, internal, { subject: 'restricted' })
  const grant = { user_id: userId, kind: 'client code', client_code: 'ACME2', granted_at: time }
  await portal.insert('staff_grant', grant)
  expect(await list(headers)).toEqual([
    { id: 'acme', pending: 1, oldestMinutes: 20 * 60 },
    { id: 'empty', pending: 0, oldestMinutes: null },
    { id: 'other', pending: 0, oldestMinutes: null },
  ])
})

test('the home page offers the first bill of the queue for review: the longest wait, or what is due first', async () => {
  const { headers } = await signInStaff(portal, 'acme')
  const readFirst = async () => {
    const { next } = (await portal.call(listLongestWaiting, {}, { headers })).json()
    const { bills } = (await portal.call(listPendingAuthorizations, {}, { headers })).json()
    return [next, bills[0].itnNumber]
  }
  expect(await readFirst()).toEqual(['A1', 'A1'])
  const due = { A2: '2026-04-03T16:00:00Z', A3: '2026-04-02T16:00:00Z', O1: '2026-04-01T16:00:00Z' }
  for (const [itn, at] of Object.entries(due))
    await withEveryClient(portal.databaseContext.owner, (db) =>
      execute(db, sql`update authorization_request set due_at = ${at}::timestamptz where itn = ${itn}`),
    )
  expect(await readFirst()).toEqual(['A3', 'A3'])
})
