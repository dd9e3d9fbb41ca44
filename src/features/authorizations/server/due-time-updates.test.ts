import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { lockClients, lockClientsForShare } from '#clients/server/client-write-queries.ts'
import { readClients } from '#clients/server/clients-file.ts'
import { applyImport, noDependents } from '#clients/server/clients-import.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { endUndoTime, importText, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, undoDecision } from '../contract.ts'
import { decide } from './decide.ts'
import { updateDueTimes } from './due-time.ts'
import { itnImport } from './import/itn-import.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await importClients()
  staff = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

const hourRule = '{ hours: 24, timeZone: America/New_York }'

/** Imports a client whose codes are ACME1, with a rule of its own if given, and ACME2. */
async function importClients({ rule = hourRule, ownRule = '', undoSeconds = 30 } = {}) {
  const text = `
clients:
  - id: acme
    name: Acme
    clientAuth: true
    authorizers: all
    undoSeconds: ${undoSeconds}
    ${rule && `dueRule: ${rule}`}
    codes: [{ code: ACME1, name: One${ownRule && `, dueRule: ${ownRule}`} }, { code: ACME2, name: Two }]
`
  const context = { name: 'clients.yaml', actor: 'test', dependents: { ...noDependents, updateDueTimes } }
  const file = await readClients(text, { name: context.name, folder: '.', videoHosts: [] })
  return applyImport(portal.databaseContext.owner, file, context)
}

const header =
  'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt'
const importBill = (
  itn: string,
  { client = 'ACME1', received = '2026-03-10T12:00:00Z', charge = '10' } = {},
) =>
  importText(
    portal.databaseContext,
    itnImport,
    `${header}\n${itn},${client},,,,"Sampleton, Ada",Mercy Hospital,2026-03-04,2026-03-09,${charge},USD,${received}\n`,
  )
async function findDue(itn: string) {
  const response = await portal.call(listPendingAuthorizations, {}, { headers: staff.headers })
  const { bills } = listPendingAuthorizations.response.parse(response.json())
  return bills.find(({ itnNumber }) => itnNumber === itn)?.dueAt
}

/** Finds when a bill is due, or was due when it was decided. */
const findStoredDue = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, async (db) => {
    const stored = sql`select due_at as "dueAt" from authorization_request where itn = ${itn}`
    return (await queryRow(db, z.object({ dueAt: z.date() }), stored))?.dueAt
  })

test('an imported bill is due by the rule of its client, or of its code if that has one', async () => {
  await importClients({ ownRule: '{ workingDays: 1, timeZone: America/New_York }' })
  await importBill('OWN')
  await importBill('SHARED', { client: 'ACME2' })
  expect(await findDue('OWN')).toBe('2026-03-12T03:59:59.000Z')
  expect(await findDue('SHARED')).toBe('2026-03-11T12:00:00.000Z')
})

test('without a rule, a bill has no due time', async () => {
  await importClients({ rule: '' })
  await importBill('FREE')
  expect(await findDue('FREE')).toBeNull()
})

/** Makes a decision on a bill, in a transaction that goes on. */
async function decideIn(db: Database, itn: string) {
  const user = { id: staff.userId, name: 'Ada Sampleton' }
  const command = { itn, round: 1, decision: { additionalInfo: '0507' }, user, key: undefined }
  const caller = { actor: user.id, address: '', reference: 'test' }
  expect(await decide(db, command, { caller, timeZone: 'UTC' })).toMatchObject({ status: 200 })
}
const decideBill = (itn: string) => withEveryClient(portal.databaseContext.owner, (db) => decideIn(db, itn))

test('a decision that is undone after its rule changed leaves the bill with the new due time', async () => {
  await importClients()
  await importBill('UNDONE')
  await decideBill('UNDONE')
  // How long a decision can be undone is up to the database's clock.
  freezeClock().forward({ minutes: 1 })
  await importClients({ rule: '{ hours: 48, timeZone: America/New_York }' })
  const undone = await portal.call(undoDecision, { itn: 'UNDONE' }, { headers: staff.headers })
  expect(undone.statusCode).toBe(200)
  expect(await findDue('UNDONE')).toBe('2026-03-12T12:00:00.000Z')
})

test('a changed rule changes the due times of pending bills and leaves decided ones as they were', async () => {
  await importClients()
  for (const itn of ['DECIDED', 'WAITING']) await importBill(itn)
  await decideBill('DECIDED')
  await endUndoTime(portal.databaseContext.owner, 'DECIDED')
  await importClients({ rule: '{ hours: 48, timeZone: America/New_York }' })
  expect(await findDue('WAITING')).toBe('2026-03-12T12:00:00.000Z')
  expect(await findStoredDue('DECIDED')).toEqual(new Date('2026-03-11T12:00:00Z'))
  await importClients({ rule: '' })
  expect(await findDue('WAITING')).toBeNull()
})

test('a changed bill keeps its due time, and a resubmitted one gets a new one', async () => {
  await importClients()
  await importBill('AGAIN')
  await importBill('AGAIN', { charge: '11' })
  expect(await findDue('AGAIN')).toBe('2026-03-11T12:00:00.000Z')
  await importBill('AGAIN', { charge: '11', received: '2026-04-10T12:00:00Z' })
  expect(await findDue('AGAIN')).toBe('2026-04-11T12:00:00.000Z')
})

/** Runs `work` in a transaction of the owner that sees every client. `second` starts once it has resolved, and waits. */
async function runFirst(
  work: (db: Database) => Promise<unknown>,
  second: () => Promise<unknown>,
  rest: (db: Database) => Promise<unknown> = async () => {},
) {
  const begun = await withEveryClient(portal.databaseContext.owner, async (db) => {
    await work(db)
    const waiting = second()
    await expect.poll(() => queryRows(db, z.object({}), waitingForThis), { interval: 10 }).toHaveLength(1)
    await rest(db)
    return { waiting }
  })
  await begun.waiting
}
const waitingForThis = sql`
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`

test('clients that change during an import of bills wait for it, so that no bill keeps the old rule', async () => {
  await importClients()
  await runFirst(lockClientsForShare, () =>
    importClients({ rule: '{ hours: 36, timeZone: America/New_York }' }),
  )
  expect(await findDue('AGAIN')).toBe('2026-04-12T00:00:00.000Z')
})

test('an import of bills waits for clients that change, in any order, before it locks rows', async () => {
  await importClients()
  await addClient(portal, 'zenith', ['ZEN1'])
  const touch = (id: string) => (db: Database) =>
    execute(db, sql`update client set due_rule = due_rule || '{"hours": 48}' where id = ${id}`)
  await runFirst(
    async (db) => {
      await lockClients(db)
      await touch('zenith')(db)
    },
    () => importBill('DURING'),
    touch('acme'),
  )
  expect(await findDue('DURING')).toBe('2026-03-12T12:00:00.000Z')
})

test.each([
  { undoSeconds: 30, due: '2026-03-12T12:00:00Z' },
  { undoSeconds: 0, due: '2026-03-11T12:00:00Z' },
])('a bill decided while its rule changes is due at $due with $undoSeconds seconds to undo', async (each) => {
  const { undoSeconds, due } = each
  await importClients({ undoSeconds })
  const itn = `WHILE-${undoSeconds}`
  await importBill(itn)
  await runFirst(
    (db) => decideIn(db, itn),
    () => importClients({ undoSeconds, rule: '{ hours: 48, timeZone: America/New_York }' }),
  )
  expect(await findStoredDue(itn)).toEqual(new Date(due))
})

test('the list has the bills with a due time first, by time left, then the others by wait', async () => {
  await importClients({ rule: '', ownRule: hourRule })
  await importBill('B-NEW', { client: 'ACME2', received: '2026-05-02T12:00:00Z' })
  await importBill('B-OLD', { client: 'ACME2', received: '2026-05-01T12:00:00Z' })
  await importBill('B-SOON', { received: '2026-05-03T12:00:00Z' })
  await importBill('B-SOONER', { received: '2026-05-02T13:00:00Z' })
  const response = await portal.call(listPendingAuthorizations, {}, { headers: staff.headers })
  const { bills } = listPendingAuthorizations.response.parse(response.json())
  const itns = bills.map(({ itnNumber }) => itnNumber).filter((itn) => itn.startsWith('B-'))
  expect(itns).toEqual(['B-SOONER', 'B-SOON', 'B-OLD', 'B-NEW'])
  expect(bills.find(({ itnNumber }) => itnNumber === 'B-SOON')?.dueInMinutes).toBeLessThan(0)
})

test('a stored rule that cannot be read leaves its own bills as they are, and the others get their due time', async () => {
  await importClients()
  await importBill('BAD')
  const due = await findStoredDue('BAD')
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(db, sql`update client_code set due_rule = '{"hours":-1}' where code = 'ACME1'`),
  )
  await importBill('BAD', { received: '2026-03-11T12:00:00Z' })
  await importBill('NEW')
  await importBill('GOOD', { client: 'ACME2' })
  expect(await findStoredDue('BAD')).toEqual(due)
  expect(await findDue('NEW')).toBeNull()
  expect(await findDue('GOOD')).toBe('2026-03-11T12:00:00.000Z')
})
