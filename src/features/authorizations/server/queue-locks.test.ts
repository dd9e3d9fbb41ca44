import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { type Database, execute, queryRows, sql, withScope } from '#platform/db/database.ts'
import { addPendingBills, importText, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization, undoDecision } from '../contract.ts'
import { assignAuthorization, leaseAuthorization } from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { decide } from './decide.ts'
import { updateDueTimes } from './due-time.ts'
import { itnImport } from './import/itn-import.ts'
import { lockPendingBill, takeLease } from './queue-queries.ts'
import { undo } from './undo.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let bob: Awaited<ReturnType<typeof signInStaff>>
let other: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  other = await signInStaff(portal, 'other')
})
afterAll(() => portal.close())

let bills = 0
async function addBill() {
  bills += 1
  const itn = `ITN-${bills}`
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1' }])
  return itn
}

const context = () => ({
  caller: { actor: ada.userId, address: '', reference: 'test' },
  timeZone: 'UTC',
})
const decideIn = (db: Database, itn: string) => {
  const user = { id: ada.userId, name: 'Ada Sampleton' }
  return decide(
    db,
    { itn, round: undefined, decision: { denialCode: '0188' }, user, key: undefined },
    context(),
  )
}
const importBill = (itn: string) =>
  importText(
    portal.databaseContext,
    itnImport,
    `itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt
${itn},ACME1,,,,"Sampleton, Ada",Mercy Hospital,2026-03-04,2026-03-09,77,USD,2026-03-10T12:00:00Z\n`,
  )
const lease = async (itn: string) =>
  (await portal.call(leaseAuthorization, { itn, isOpen: true }, { headers: bob.headers })).statusCode

test.each([
  ['a decision', decideIn],
  ['an assignment', lockPendingBill],
  ['a changed rule for due times', (db: Database) => updateDueTimes(db, 'acme')],
  [
    'an undo',
    async (db: Database, itn: string) => {
      await decideIn(db, itn)
      await undo(db, { itn, decisionId: undefined, userId: ada.userId }, context())
    },
  ],
] as const)('a lease does not wait for %s in progress', async (_what, work) => {
  const itn = await addBill()
  const status = await withEveryClient(portal.databaseContext.owner, async (db) => {
    await work(db, itn)
    return lease(itn)
  })
  expect(status).toBe(200)
})

const send = async (contract: Endpoint, input: Record<string, unknown>) =>
  (await portal.call(contract, input, { headers: ada.headers })).statusCode
const decideBill = (itn: string) => send(processAuthorization, { itn, denialCode: '0188' })

test.each([
  ['a decision', decideBill, 200],
  [
    'an undo',
    async (itn: string) => {
      await decideBill(itn)
      return send(undoDecision, { itn })
    },
    200,
  ],
  ['an assignment', (itn: string) => send(assignAuthorization, { itn, assignee: ada.userId }), 200],
  ['an import', importBill, { changed: 1 }],
  [
    'a changed rule for due times',
    () => withEveryClient(portal.databaseContext.owner, (db) => updateDueTimes(db, 'acme')),
    undefined,
  ],
] as const)('%s does not wait for a lease in progress', async (_what, work, expected) => {
  const itn = await addBill()
  await withScope(portal.db, scopeOfCodes(['ACME1']), async (scoped) => {
    await takeLease(scoped, itn, bob.userId)
    const answer = await work(itn)
    if (typeof expected === 'object') expect(answer).toMatchObject(expected)
    else expect(answer).toBe(expected)
  })
})

const assign = async (itn: string, assignee: string | null, seenAssignee: string | null, by = ada) => {
  const input = { itn, assignee, seenAssignee }
  const response = await portal.call(assignAuthorization, input, { headers: by.headers })
  return [response.statusCode, response.json().detail]
}
const text = queueMessages.assign

test('a bill that has another assignee than the person saw keeps it, and the response says who it is', async () => {
  const itn = await addBill()
  expect(await assign(itn, null, bob.userId)).toEqual([200, undefined])
  expect(await assign(itn, ada.userId, bob.userId)).toEqual([409, text.released(itn)])
  expect(await assign(itn, bob.userId, null)).toEqual([200, undefined])
  for (const assignee of [ada.userId, null])
    expect(await assign(itn, assignee, null)).toEqual([409, text.taken(itn, 'Bob Mockbury')])
  expect(await assign(itn, bob.userId, null)).toEqual([200, undefined])
  expect(await assign(itn, ada.userId, bob.userId)).toEqual([200, undefined])
})

test('of two people who take a bill at the same time, one gets it, and the other one learns who has it', async () => {
  const itn = await addBill()
  const answers = await Promise.all([assign(itn, ada.userId, null), assign(itn, bob.userId, null, bob)])
  const isAdas = answers[0]?.[0] === 200
  const taken = [409, text.taken(itn, isAdas ? 'Ada Sampleton' : 'Bob Mockbury')]
  expect(answers).toEqual(isAdas ? [[200, undefined], taken] : [taken, [200, undefined]])
})

test('an assignment that waits for another one is refused if that one is saved', async () => {
  const itn = await addBill()
  const begun = await withScope(portal.db, scopeOfCodes(['ACME1']), async (scoped) => {
    await lockPendingBill(scoped, itn)
    const waiting = assign(itn, ada.userId, null)
    await expect.poll(() => queryRows(scoped, z.object({}), waitingForThis), { interval: 10 }).toHaveLength(1)
    await execute(
      scoped,
      sql`update authorization_request set assignee_id = ${bob.userId} where itn = ${itn}`,
    )
    return { waiting }
  })
  expect(await begun.waiting).toEqual([409, text.taken(itn, 'Bob Mockbury')])
})
const waitingForThis = sql`
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`

test('a lease on a bill that was decided elsewhere holds nothing and is not a refused request', async () => {
  const itn = await addBill()
  await lease(itn)
  expect(await decideBill(itn)).toBe(200)
  const renew = async (renewed: string, { headers } = bob) => {
    const response = await portal.call(leaseAuthorization, { itn: renewed, isOpen: true }, { headers })
    const { reference: _reference, ...body } = response.json()
    return { status: response.statusCode, body }
  }
  expect(await renew(itn)).toEqual({ status: 200, body: { others: [] } })
  const refused = sql`select from audit_event where action = 'request refused' and actor = ${bob.userId}`
  expect(await queryRows(portal.databaseContext.owner, z.object({}), refused)).toEqual([])
  const foreign = await renew(itn, other)
  expect(foreign.status).toBe(404)
  expect(foreign).toEqual(await renew('NONE', other))
})
