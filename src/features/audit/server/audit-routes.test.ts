import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listPendingAuthorizations, processAuthorization, recordBillView } from '#authorizations/contract.ts'
import { listMedicalRecords, searchPatients } from '#cases/contract.ts'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { recordExport } from '#platform/contract.ts'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { grantRights, revokeRights } from '#sign-in/server/staff-grants.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { type AuditFilter, listAuditEntries } from '../contract.ts'
import { messages } from '../messages.ts'
import { pageRows } from './routes.ts'

const incidentNumber = '24000000017'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let auditor: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openCasePortal()
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  staff = await portal.staffOf('acme')
  auditor = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, { name: 'Ina Auditor' })
  await grant(auditor.userId, { audit: true })
  await staff.call(searchPatients, { searchType: 'POLICY', searchTerm: 'POL-1' })
  await staff.call(searchPatients, { searchType: 'POLICY', searchTerm: 'POL-2' })
  await staff.call(listMedicalRecords, { incidentNumber })
})
afterAll(() => portal.close())

const issuer = 'https://login.test'
const grant = (who: string, rights: { audit?: boolean; codes?: string[] }) =>
  grantRights(portal.databaseContext.owner, { who, issuer, grant: rights, actor: 'test' })
const revoke = (who: string, rights: { audit?: boolean; allCodes?: boolean }) =>
  revokeRights(portal.databaseContext.owner, { who, issuer, grant: rights, actor: 'test' })

type Filter = Partial<AuditFilter> & { beforeEntry?: number }

const read = (filter: Filter = {}, { headers } = auditor) =>
  portal.call(listAuditEntries, filter, { headers })

async function find(filter: Filter = {}) {
  const response = await read(filter)
  expect(response.statusCode, response.body).toBe(200)
  return listAuditEntries.response.parse(response.json())
}

/** The actions of the entries, oldest first, without those of this file. */
async function actions(filter: Filter) {
  const { entries } = await find(filter)
  const others = ['audit trail read', 'right granted', 'request refused']
  return entries
    .map(({ action }) => action)
    .filter((action) => !others.includes(action))
    .reverse()
}

const lastEntry = () =>
  queryRow(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), detail: z.looseObject({}) }),
    sql`select actor, action, detail from audit_event order by id desc limit 1`,
  )

test('staff of a client get 404, internal staff without the right 403', async () => {
  expect((await read({}, staff)).statusCode).toBe(404)
  const colleague = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID)
  const refused = await read({}, colleague)
  expect([refused.statusCode, refused.json().detail]).toEqual([403, messages.noRight])
  expect(await lastEntry()).toMatchObject({ actor: colleague.userId, action: 'request refused' })
})

test('a person restricted to client codes, or whose right was revoked, gets 403', async () => {
  const colleague = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID)
  await grant(colleague.userId, { audit: true, codes: ['ACME1'] })
  expect((await read({}, colleague)).statusCode).toBe(403)
  await revoke(colleague.userId, { allCodes: true })
  expect((await read({}, colleague)).statusCode).toBe(200)
  await revoke(colleague.userId, { audit: true })
  expect((await read({}, colleague)).statusCode).toBe(403)
})

test('the serving role can read the trail only through the function', async () => {
  await expect(execute(portal.db, sql`select from audit_event`)).rejects.toThrow('permission denied')
  await expect(execute(portal.db, sql`select resolve_audit_filter('{}')`)).rejects.toThrow(
    'permission denied',
  )
  await expect(execute(portal.db, sql`select list_audit_entries('{}', true, null, 9)`)).rejects.toThrow(
    'permission denied',
  )
})

test.each([
  ['was ended', sql`ended_at = now()`],
  ['has been idle for an hour', sql`renewed_at = now() - interval '61 minutes'`],
  ['began half a day ago', sql`started_at = now() - interval '721 minutes'`],
])('a session that %s reads nothing, even as SQL of the serving role', async (_how, change) => {
  const { userId } = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID)
  await grant(userId, { audit: true })
  const readTrail = sql`
    select read_audit_trail(id, now(), '', '', '{}', null, 9) is not null as "isRead"
      from staff_session where user_id = ${userId}`
  const read = () => queryRows(portal.db, z.object({ isRead: z.boolean() }), readTrail)
  expect(await read()).toEqual([{ isRead: true }])
  await execute(
    portal.databaseContext.owner,
    sql`update staff_session set ${change} where user_id = ${userId}`,
  )
  expect(await read()).toEqual([{ isRead: false }])
})

test('reading the trail leaves an entry with the filter and the number of entries', async () => {
  const { entries } = await find({ patient: 'ACME1 P1', period: 'any' })
  expect(await lastEntry()).toEqual({
    actor: auditor.userId,
    action: 'audit trail read',
    detail: { patient: 'ACME1 P1', rows: entries.length },
  })
})

test('entries name the person, the clients and what was shown', async () => {
  const { entries } = await find({ action: 'patients searched' })
  expect(entries.at(-1)).toMatchObject({
    actor: staff.userId,
    person: 'Staff of acme',
    subjectName: null,
    clients: ['Client acme'],
    detail: { searchType: 'POLICY', searchTerm: 'POL-1', rows: 2 },
    shown: [incidentNumber, '24000000018'],
    shownCount: 2,
  })
})

test('alerts about people who read unusually much are shown for seven days', async () => {
  const alert = { user_id: staff.userId, rows: 5210, row_limit: 5000 }
  await portal.insert('reading_alert', { ...alert, raised_at: timeAgo(8 * dayMs) })
  await portal.insert('reading_alert', {
    ...alert,
    raised_at: timeAgo(2 * dayMs),
    confirmed_at: now(),
    reason: 'x',
  })
  const { alerts } = await find({ person: 'test' })
  expect(alerts).toMatchObject([{ person: 'Staff of acme', rows: 5210, limit: 5000, reason: 'x' }])
  await execute(portal.databaseContext.owner, sql`delete from reading_alert`)
})

test('an entry about a person names them', async () => {
  const { entries } = await find({ action: 'right granted', person: 'test' })
  expect(entries.at(-1)).toMatchObject({
    actor: 'test',
    person: null,
    subject: auditor.userId,
    subjectName: 'Ina Auditor',
  })
})

test('filters by patient, case, person, client, action and period combine', async () => {
  const reads = ['patients searched', 'medical records read']
  expect(await actions({ patient: 'ACME1  P1' })).toEqual(reads)
  expect(await actions({ patient: 'ACME1 P2' })).toEqual(['patients searched'])
  expect(await actions({ incidentNumber })).toEqual(reads)
  expect(await actions({ person: 'staff of ACME', incidentNumber, action: 'medical records read' })).toEqual([
    'medical records read',
  ])
  expect(await actions({ person: 'ina audit' })).toEqual([])
  expect((await find({ person: 'ina audit' })).entries.length).toBeGreaterThan(0)
  expect(await actions({ client: 'acme', action: 'medical records read' })).toHaveLength(1)
  expect(await actions({ client: 'OTHER1' })).toEqual([])
  expect(await actions({ period: 'dates', from: '2000-01-01', to: '2000-01-02' })).toEqual([])
  expect(await actions({ period: 'dates', from: '2000-01-01', to: '', incidentNumber })).toEqual(reads)
})

test('the filter by a bill finds what was done to it and which lists showed it, whatever its state', async () => {
  const { owner } = portal.databaseContext
  await addPendingBills(owner, [{ itn: 'AUDITED', client: 'ACME1', incidentNumber }])
  await addPendingBills(owner, [{ itn: 'ANOTHER', client: 'ACME1' }])
  await staff.call(listPendingAuthorizations, {})
  await staff.call(recordBillView, { itn: 'AUDITED' })
  await staff.call(recordBillView, { itn: 'ANOTHER' })
  const expected = ['pending authorizations read', 'authorization opened']
  expect(await actions({ itn: 'AUDITED' })).toEqual(expected)
  expect(await actions({ itn: 'AUDITED', person: 'staff of acme', action: 'case opened' })).toEqual([])
  await grantRights(owner, { who: staff.userId, issuer, grant: { decide: true }, actor: 'test' })
  const decision = { itn: 'AUDITED', otherSpecialHandling: 'Please call the hospital first.' }
  expect((await staff.call(processAuthorization, decision)).statusCode).toBe(200)
  expect(await actions({ itn: 'AUDITED' })).toEqual([...expected, 'authorization decided'])
})

test.each([
  [{ patient: 'ACME1 NOBODY' }, messages.unknown.patient('ACME1 NOBODY')],
  [{ incidentNumber: '99999999999' }, messages.unknown.case('99999999999')],
  [{ itn: 'NOBILL' }, messages.unknown.itn('NOBILL')],
  [{ client: 'nobody' }, messages.unknown.client('nobody')],
])('an unknown patient, case, bill or client is named: %j', async (filter, notice) => {
  expect(await find(filter)).toEqual({ entries: [], nextBefore: null, alerts: [], notice })
  expect(await lastEntry()).toMatchObject({ action: 'audit trail read', detail: { rows: 0 } })
})

test('a long list has its newest entries, and the others on request', async () => {
  await execute(
    portal.databaseContext.owner,
    sql`
    insert into audit_event (at, actor, action, subject)
    select timestamptz '2020-01-01' + n / 3 * interval '1 second', 'many', 'signed in', n::text
      from generate_series(1, ${pageRows + 2}::int) as n`,
  )
  const first = await find({ person: 'many', period: 'any' })
  expect([first.entries.length, first.entries[0]?.subject]).toEqual([pageRows, String(pageRows + 2)])
  const second = await find({ person: 'many', period: 'any', beforeEntry: first.nextBefore ?? 0 })
  expect(second.entries.map(({ subject }) => subject)).toEqual(['2', '1'])
  expect(second.nextBefore).toBeNull()
})

test('invalid filters are refused', async () => {
  expect((await read({ from: 'yesterday' })).statusCode).toBe(400)
  expect((await read({ period: 'dates', from: '0000-01-01' })).statusCode).toBe(400)
  expect((await read({ beforeEntry: -1 })).statusCode).toBe(400)
})

test('only people with the right can download the trail, which is recorded', async () => {
  const download = ({ headers } = auditor) =>
    portal.call(recordExport, { list: 'audit-trail', format: 'csv', rows: 3 }, { headers })
  expect((await download(staff)).statusCode).toBe(404)
  expect((await download(await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID))).statusCode).toBe(404)
  expect((await download()).statusCode).toBe(200)
  expect(await lastEntry()).toMatchObject({ actor: auditor.userId, action: 'list downloaded' })
})

test('every action in the code has a name', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(server|platform).*[.]ts$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const found = files
    .filter((text) => /\baudit|Reading\b|getCaller/.test(text))
    .flatMap((text) => [
      ...text.matchAll(/\b(?:action: |action = |Action = |audit, entry\(|entry\()'([^']+ [^']+)'/g),
    ])
    .map(([, action = '']) => action)
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((action) => !Object.hasOwn(messages.actions, action))).toEqual([])
})
