import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clientsSeeds } from '#clients/server/clients-seed.ts'
import { type Database, queryRows, sql, withScope } from '#platform/db/database.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { createCaseFixture, demoCases } from '#test-support/case-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { comment } from '../../comment-contract.ts'
import { listPendingAuthorizations } from '../../contract.ts'
import { listReasons } from '../decision-queries.ts'
import { findPendingAuthorizations } from '../pending-queries.ts'
import { authorizationsPart, demoItns } from './authorizations-seed.ts'
import { backofficePart, commentsPart } from './queue-seed.ts'

const date = '2026-06-30'

const database = setUpDatabase()
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
beforeAll(async () => {
  fixture = await createCaseFixture(database.databaseContext)
  for (const part of [...clientsSeeds, demoCases(fixture.documentService), authorizationsPart])
    await part.load(database.databaseContext, date)
})
afterAll(() => fixture.close())

const scoped = <T>(codes: string[], work: (db: Database) => Promise<T>) =>
  withScope(database.databaseContext.app, scopeOfCodes(codes), work)
const listBills = async (db: Database) => {
  const { bills } = await findPendingAuthorizations(db)
  return listPendingAuthorizations.response.shape.bills.parse(bills.map(({ json }) => JSON.parse(json)))
}
const daysBefore = (days: number) => new Date(Date.parse(date) - days * 86_400_000).toISOString()

test('alpine has at least sixty pending bills in several currencies, some recent and some over 30 days old', async () => {
  const bills = await scoped(['ALP1', 'ALP2', 'ALP3'], listBills)
  expect(bills.length).toBeGreaterThanOrEqual(60)
  expect(new Set(bills.map(({ client }) => client)).size).toBe(3)
  expect(new Set(bills.map(({ currency }) => currency)).size).toBeGreaterThanOrEqual(5)
  const received = bills.map(({ receivedAt }) => receivedAt)
  expect(received.filter((at) => at < daysBefore(30)).length).toBeGreaterThan(5)
  expect(received.filter((at) => at > daysBefore(3)).length).toBeGreaterThan(5)
  expect(received.filter((at) => at > daysBefore(0))).toEqual([])
})

test('some bills have comments that can be read, and a second load adds none', async () => {
  expect(await commentsPart.load(database.databaseContext, date)).toMatch(/^\d{2} comments$/)
  expect(await commentsPart.load(database.databaseContext, date)).toBe('0 comments')
  const ids = sql`select id from authorization_comment`
  const read = (db: Database) => queryRows(db, comment.pick({ id: true }), ids)
  expect(await scoped(['ALP1', 'ALP2', 'ALP3'], read)).not.toEqual([])
})

test('each bill belongs to an incident of its client and was received after its service dates', async () => {
  const strays = sql`
    select r.itn
      from authorization_request r
      left join incident i using (client_code, incident_number)
     where i.incident_number is null or r.received_at < r.service_to`
  const itn = z.object({ itn: z.string() })
  expect(await scoped(['ALP1', 'ALP2', 'ALP3', 'LAG1'], (db) => queryRows(db, itn, strays))).toEqual([])
})

test('some bills belong to a case whose file has their image', async () => {
  const bills = await scoped(['ALP1', 'ALP2', 'ALP3'], listBills)
  const withImage = bills.filter(({ billImage }) => billImage)
  expect(withImage.length).toBeGreaterThanOrEqual(4)
  expect(withImage.every(({ caseHash }) => caseHash !== null)).toBe(true)
})

test('some bills are assigned, to two people of the client', async () => {
  const bills = await scoped(['ALP1', 'ALP2', 'ALP3'], listBills)
  const names = bills.flatMap(({ assignee }) => assignee?.name ?? [])
  expect(names.length).toBeGreaterThanOrEqual(8)
  expect(names.length).toBeLessThan(bills.length / 2)
  expect(new Set(names)).toEqual(new Set(['Albert Alpine', 'Cora Alpine']))
})

test('two large bills wait for a second person', async () => {
  const bills = await scoped(['ALP1', 'ALP2', 'ALP3'], listBills)
  expect(bills.flatMap(({ proposal }) => proposal ?? [])).toMatchObject(
    Array(2).fill({ by: 'Cora Alpine', patientResponsibility: '0.00' }),
  )
})

test('the proposals were made when the audit trail says', async () => {
  const times = sql`
    select abs(extract(epoch from r.proposed_at - e.at))::float as apart
      from authorization_request r
      join audit_event e on e.subject = r.itn and e.action = 'approval proposed'
     where r.is_pending`
  const found = await withEveryClient(database.databaseContext.owner, (db) =>
    queryRows(db, z.object({ apart: z.number() }), times),
  )
  expect(found).toHaveLength(2)
  expect(Math.max(...found.map(({ apart }) => apart))).toBeLessThan(60)
})

test('lagoon, a client without authorizations, has no pending bills', async () => {
  expect(await scoped(['LAG1'], listBills)).toEqual([])
})

test('both reason lists have several options', async () => {
  expect((await listReasons(database.databaseContext.app, 'deny')).length).toBe(8)
  expect((await listReasons(database.databaseContext.app, 'info')).length).toBe(7)
})

test('generating the demo data twice gives identical results', () => {
  const incident = {
    client: 'ALP1',
    incidentNumber: '26000000001',
    policy: null,
    day: '2026-01-01',
    patientName: 'A, B',
    bill: null,
  }
  const lagoon = { ...incident, client: 'LAG1' }
  expect(demoItns(date, [incident, lagoon])).toEqual(demoItns(date, [incident, lagoon]))
})

test('some bills were approved, denied or sent back in the past, with their feed events, and a second load changes nothing', async () => {
  const decisions = sql`
    select d.action, count(*)::int as count
      from authorization_decision d
      join decision_message m using (itn, round)
      join authorization_request r using (itn, round)
     where not r.is_pending and d.decided_at > r.received_at and d.decided_at < ${date} and m.made_at = d.decided_at
     group by 1
     order by 1`
  const row = z.object({ action: z.string(), count: z.number() })
  const listDecisions = () => scoped(['ALP1', 'ALP2', 'ALP3'], (db) => queryRows(db, row, decisions))
  const expected = [
    { action: 'A', count: 15 },
    { action: 'D', count: 5 },
    { action: 'I', count: 5 },
    { action: 'O', count: 5 },
  ]
  expect(await listDecisions()).toEqual(expected)
  await authorizationsPart.load(database.databaseContext, date)
  expect(await listDecisions()).toEqual(expected)
})

test('two pending bills came from the back office with a PDF, and one notification was given up, once', async () => {
  const load = () => backofficePart(fixture.documentService).load(database.databaseContext, date)
  const read = async () => {
    const bills = await scoped(['ALP1', 'ALP2', 'ALP3'], listBills)
    const failed = sql`
      select error, n.position, m.position is not distinct from n.position as same
        from decision_notification n
        join decision_message m using (id)
       where given_up_at is not null`
    const row = z.object({ error: z.string(), position: z.number(), same: z.boolean() })
    return {
      submitted: bills.filter(({ submittedPdf }) => submittedPdf).map(({ itnNumber }) => itnNumber),
      failed: await scoped(['ALP1', 'ALP2', 'ALP3'], (db) => queryRows(db, row, failed)),
    }
  }
  const expected = {
    submitted: expect.toSatisfy((itns: string[]) => itns.toSorted().join() === 'ITN9000201,ITN9000202'),
    failed: [{ error: 'HTTP 503', position: expect.any(Number), same: true }],
  }
  for (const _load of ['first', 'repeated']) {
    await load()
    expect(await read()).toEqual(expected)
  }
})
