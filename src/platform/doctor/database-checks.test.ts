import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { now, setClock } from '../contract/clock.ts'
import { execute, type Sql, sql } from '../db/database.ts'
import { mailBacklog } from '../mail/outbox.ts'
import { databaseChecks } from './database-checks.ts'
import { runChecks } from './doctor-report.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterEach(() => database.drop())

const run = (statement: Sql) => execute(database.databaseContext.owner, statement)

/** The checks of the database that are not ok. */
async function findFaults() {
  const findings = await runChecks(databaseChecks(database.databaseContext, [mailBacklog]))
  return findings.filter(({ status }) => status !== 'ok')
}
const addMail = (madeAt: Sql, givenUpAt: Sql) =>
  run(sql`
  insert into outbox (recipient, subject, body_text, body_html, made_at, due_at, given_up_at)
  values ('ada@example.com', 'x', 'x', 'x', ${madeAt}, ${madeAt}, ${givenUpAt})`)

test('finds nothing wrong with a new portal', async () => {
  const findings = await runChecks(databaseChecks(database.databaseContext, [mailBacklog]))
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ['Database roles', 'ok'],
    ['Database extensions', 'ok'],
    ['Database clock', 'ok'],
    ['Migrations', 'ok'],
    ['Indexes', 'ok'],
    ['Service tokens', 'ok'],
    ['Queue of mail', 'ok'],
  ])
})

test('warns of service tokens that nobody replaced for a year', async () => {
  const addToken = (name: string, madeAt: Sql, rotatedAt: Sql, revokedAt: Sql) =>
    run(sql`
    insert into service_token (name, may, key_hash, made_at, rotated_at, revoked_at)
    values (${name}, 'decisions', ${Buffer.from(name)}, ${madeAt}, ${rotatedAt}, ${revokedAt})`)
  const old = sql`now() - interval '400 days'`
  await addToken('fresh', sql`now()`, sql`null`, sql`null`)
  await addToken('rotated', old, sql`now()`, sql`null`)
  await addToken('revoked', old, sql`null`, sql`now()`)
  expect(await findFaults()).toEqual([])
  await addToken('forgotten', old, sql`null`, sql`null`)
  expect(await findFaults()).toMatchObject([
    { check: 'Service tokens', status: 'warning', found: 'Older than a year: forgotten.' },
  ])
})

test('reports every right that the serving role has too much', async () => {
  await run(sql`alter table patient disable row level security`)
  await run(sql`grant update on audit_event to portal_app`)
  const [finding, ...others] = await findFaults()
  expect(others).toEqual([])
  expect(finding).toMatchObject({ check: 'Database roles', status: 'failed' })
  expect(finding?.found).toContain('portal_app may change or delete entries of the audit trail')
  expect(finding?.found).toContain('row-level security is turned off for patient,')
})

test('reports a serving role that bypasses row-level security or owns tables', async () => {
  const { owner } = database.databaseContext
  const findings = await runChecks(databaseChecks({ owner, app: owner }, []))
  expect(findings[0]).toMatchObject({
    status: 'failed',
    found: expect.stringMatching(/^portal_owner owns \d+ tables; /),
  })
})

test('reports extensions that are missing', async () => {
  await run(sql`drop extension pg_trgm cascade`)
  expect((await findFaults())[0]).toMatchObject({
    status: 'failed',
    found: 'Not installed: pg_trgm.',
    advice: expect.stringContaining('create extension pg_trgm;'),
  })
})

test.each([
  [10, 'warning'],
  [60, 'failed'],
])('reports a clock that is %d seconds off as %s', async (seconds, status) => {
  const restore = setClock(() => new Date(Date.now() - seconds * 1000))
  const found = await findFaults().finally(restore)
  expect(found).toMatchObject([{ check: 'Database clock', status }])
})

test('reports migrations that are pending, and then does not compare the indexes', async () => {
  await run(sql`delete from kysely_migration where name like '0073%'`)
  expect(await findFaults()).toMatchObject([
    { check: 'Migrations', status: 'warning', found: 'Pending: 0073_postal_codes_abroad.' },
    { check: 'Indexes', status: 'warning' },
  ])
})

test('reports migrations of a newer portal', async () => {
  await run(sql`insert into kysely_migration (name, timestamp) values ('9999_later', ${now().toISOString()})`)
  expect(await findFaults()).toMatchObject([{ check: 'Migrations', status: 'failed' }, { check: 'Indexes' }])
})

test('reports indexes that are missing', async () => {
  await run(sql`drop index outbox_due`)
  expect(await findFaults()).toMatchObject([{ status: 'failed', found: 'Missing: outbox_due.' }])
})

test('reports indexes that PostgreSQL could not finish', async () => {
  await run(sql`create table twice as select 1 as number from generate_series(1, 2)`)
  await expect(run(sql`create unique index concurrently once on twice (number)`)).rejects.toThrow('once')
  expect(await findFaults()).toMatchObject([
    { check: 'Indexes', status: 'failed', advice: 'Run: reindex index concurrently once;' },
  ])
})

test('reports mail that waits too long, and mail that was given up', async () => {
  await addMail(sql`${now()}::timestamptz - interval '14 minutes'`, sql`null`)
  expect(await findFaults()).toEqual([])
  await addMail(sql`${now()}::timestamptz - interval '1 day'`, sql`now()`)
  expect(await findFaults()).toMatchObject([
    { check: 'Queue of mail', status: 'warning', found: '1 item given up after repeated failures.' },
  ])
  await addMail(sql`${now()}::timestamptz - interval '20 minutes'`, sql`null`)
  expect(await findFaults()).toMatchObject([{ found: '2 items waiting, the oldest for 20 minutes.' }])
})
