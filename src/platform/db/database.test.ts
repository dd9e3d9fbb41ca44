import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { scopeOfCodes } from '#test-support/scope.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { audit } from './audit.ts'
import {
  execute,
  inTransaction,
  queryRow,
  queryRows,
  sql,
  tryAdvisoryLock,
  trySharedAdvisoryLock,
  withScope,
} from './database.ts'

const secret = z.object({ client: z.string() })
const secrets = sql`select client_code as client from secret order by 1`
const world = setUpDatabase()

beforeAll(async () => {
  await sql
    .raw(`
    create table secret (client_code text not null);
    insert into secret values ('ACME'), ('OTHER');
    alter table secret enable row level security;
    alter table secret force row level security;
    create policy secret_of_clients on secret using (client_code = any((
      select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
    grant select, insert on secret to portal_app`)
    .execute(world.databaseContext.owner)
})

test('shows no client rows without a scope, whatever the query asks for', async () => {
  expect(await queryRows(world.databaseContext.app, secret, secrets)).toEqual([])
})

test("shows only the rows of the scope's clients", async () => {
  const seen = await withScope(world.databaseContext.app, scopeOfCodes(['ACME']), (db) =>
    queryRows(db, secret, secrets),
  )
  expect(seen).toEqual([{ client: 'ACME' }])
})

test('refuses to write a row of another client within a scope', async () => {
  const write = withScope(world.databaseContext.app, scopeOfCodes(['ACME']), (db) =>
    execute(db, sql`insert into secret values ('OTHER')`),
  )
  await expect(write).rejects.toThrow('row-level security')
})

test('carries no scope over when a connection returns to the pool', async () => {
  await withScope(world.databaseContext.app, scopeOfCodes(['ACME']), (db) => queryRows(db, secret, secrets))
  for (let i = 0; i < 12; i++) expect(await queryRows(world.databaseContext.app, secret, secrets)).toEqual([])
})

test('an advisory lock is held until its transaction ends, and excludes others by its names', async () => {
  const { app } = world.databaseContext
  const tryFromAnother = (...names: [string] | [string, string]) =>
    inTransaction(app, (other) => tryAdvisoryLock(other, ...names))
  await inTransaction(app, async (db) => {
    expect(await tryAdvisoryLock(db, 'cleanup', 'one')).toBe(true)
    expect(await tryFromAnother('cleanup', 'one')).toBe(false)
    expect(await tryFromAnother('cleanup', 'two')).toBe(true)
    expect(await tryFromAnother('cleanup')).toBe(true)
  })
  expect(await tryFromAnother('cleanup', 'one')).toBe(true)
})

test('transactions share a shared advisory lock, which excludes one that is not shared', async () => {
  const { app } = world.databaseContext
  await inTransaction(app, async (db) => {
    expect(await trySharedAdvisoryLock(db, 'erasure')).toBe(true)
    expect(await inTransaction(app, (other) => trySharedAdvisoryLock(other, 'erasure'))).toBe(true)
    expect(await inTransaction(app, (other) => tryAdvisoryLock(other, 'erasure'))).toBe(false)
  })
})

test('lets the serving role only append to the audit trail', async () => {
  await audit(world.databaseContext.app, { actor: 'a', action: 'b', subject: 'c' })
  await expect(execute(world.databaseContext.app, sql`select * from audit_event`)).rejects.toThrow(
    'permission denied',
  )
  await expect(execute(world.databaseContext.owner, sql`delete from audit_event`)).rejects.toThrow(
    'append-only',
  )
  await expect(execute(world.databaseContext.owner, sql`truncate audit_event`)).rejects.toThrow('append-only')
})

test('an audit entry names a thousand rows, and then the client codes of all', async () => {
  const rows = Array.from({ length: 1001 }, (_, at) => `ITN-${at}`)
  const { app, owner } = world.databaseContext
  await audit(app, { actor: 'a', action: 'listed', subject: 'c', clientCodes: ['ONE', 'TWO'], shown: rows })
  const written = await queryRow(
    owner,
    z.object({ shown: z.array(z.string()) }),
    sql`select shown from audit_event where action = 'listed'`,
  )
  expect(written?.shown).toEqual([...rows.slice(0, 1000), '*ONE', '*TWO'])
})

test('rejects a row that does not match its schema', async () => {
  await expect(queryRows(world.databaseContext.app, secret, sql`select 1 as client`)).rejects.toThrow()
})

test('rolls back everything when a transaction fails', async () => {
  const work = inTransaction(world.databaseContext.owner, async (db) => {
    await execute(db, sql`create table half (x int)`)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  const found = await queryRow(
    world.databaseContext.owner,
    z.object({ t: z.string().nullable() }),
    sql`select to_regclass('half')::text as t`,
  )
  expect(found).toEqual({ t: null })
})

test('keeps dates as text and numerics exact', async () => {
  const row = await queryRow(
    world.databaseContext.app,
    z.object({ day: z.string(), amount: z.string() }),
    sql`select date '2026-03-08' as day, numeric '0.10' as amount`,
  )
  expect(row).toEqual({ day: '2026-03-08', amount: '0.10' })
})

test('cancels an aborted query within a scope in the database', async () => {
  const abortController = new AbortController()
  const slow = withScope(world.databaseContext.app, scopeOfCodes(['ACME']), (db) =>
    queryRows(db, z.object({}), sql`select pg_sleep(60) as "scoped and running"`, {
      signal: abortController.signal,
    }),
  )
  const running = () =>
    queryRows(
      world.databaseContext.app,
      z.object({ pid: z.number() }),
      sql`select pid from pg_stat_activity
           where query like '%scoped and running%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  await expect.poll(running).toHaveLength(1)
  abortController.abort()
  await expect(slow).rejects.toThrow()
  await expect.poll(running).toHaveLength(0)
})

test('cancels an aborted query in the database', async () => {
  const { databaseContext } = world
  const abortController = new AbortController()
  const slow = queryRows(databaseContext.app, z.object({}), sql`select pg_sleep(60) as "still running"`, {
    signal: abortController.signal,
  })
  const running = () =>
    queryRows(
      databaseContext.app,
      z.object({ pid: z.number() }),
      sql`
      select pid from pg_stat_activity where query like '%still running%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  await expect.poll(running).toHaveLength(1)
  abortController.abort()
  await expect(slow).rejects.toThrow()
  await expect.poll(running).toHaveLength(0)
})

test('a transaction of one moment does not see later changes, another one does', async () => {
  const { app, owner } = world.databaseContext
  await sql.raw('create table moment (at int); grant select on moment to portal_app').execute(owner)
  const countAgain = (isSnapshot: boolean) =>
    inTransaction(
      app,
      async (db) => {
        const count = () =>
          queryRow(db, z.object({ rows: z.number() }), sql`select count(*)::int as rows from moment`)
        const first = await count()
        await execute(owner, sql`insert into moment values (1)`)
        return [first?.rows, (await count())?.rows]
      },
      { isSnapshot },
    )
  expect(await countAgain(true)).toEqual([0, 0])
  expect(await countAgain(false)).toEqual([1, 2])
})
