import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { setPause } from '../concurrency/sleep.ts'
import { execute, inTransaction, queryRows, sql } from './database.ts'
import { executedMigrations, knownMigrations, migrate, migrateTo } from './migrations.ts'

const world = setUpDatabase()

test('gives way to a transaction that has a lock, says so, and runs again once it has ended', async () => {
  const { databaseContext, drop } = await cloneDatabase(inject('testServer'), 'template0')
  onTestFinished(drop)
  const { owner, app, connect } = databaseContext
  const migrations = await knownMigrations()
  const start = migrations.indexOf('0113_keys_of_secrets')
  const [first, pending] = [migrations.slice(0, start), migrations.slice(start)]
  await inTransaction(owner, (db) => migrateTo(db, first))
  const other = await connect()
  onTestFinished(() => other.end())
  await other.query('begin; select from signing_key')
  const served: unknown[] = []
  const rounds = [
    async () => {
      served.push((await queryRows(app, z.object({}), sql`select from signing_key`)).length)
      served.push((await queryRows(owner, z.object({}), sql`select from import_run`)).length)
      served.push(await executedMigrations(owner))
    },
    () => other.query('commit'),
  ]
  onTestFinished(setPause(async () => void (await rounds.shift()?.())))
  const said: string[] = []
  expect(await migrate(owner, { onWait: (text) => said.push(text) })).toEqual(pending)
  expect(said).toEqual([expect.stringContaining('Migration 0113_keys_of_secrets needs a table')])
  expect(served).toEqual([1, 0, first])
  expect(rounds).toEqual([])
})

test('starts this version on a newer database only if allowed and none of its own migrations is missing', async () => {
  const { owner } = world.databaseContext
  const newer = sql`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z') on conflict do nothing`
  await execute(owner, newer)
  expect(await migrate(owner, { allowsNewer: true })).toEqual([])
  const removed = sql`delete from kysely_migration where name like '0050%' returning name, timestamp`
  const [own] = await queryRows(owner, z.object({ name: z.string(), timestamp: z.string() }), removed)
  await expect(migrate(owner, { allowsNewer: true })).rejects.toThrow('was migrated by a newer portal')
  await execute(owner, sql`insert into kysely_migration values (${own?.name}, ${own?.timestamp})`)
  await execute(owner, sql`delete from kysely_migration where name = '9999_future'`)
})

test('names a failed migration with the reason and what to do', async () => {
  const { owner } = world.databaseContext
  await execute(owner, sql`delete from kysely_migration where name > '0008'`)
  await execute(owner, sql`alter table network rename to networks`)
  await expect(migrate(owner)).rejects.toThrow(
    /^Migration \S+ failed and was rolled back: .+\. Fix the cause and restart\.$/,
  )
  await execute(owner, sql`alter table networks rename to network`)
})

test('rejects a database migrated by a newer portal and leaves it unchanged', async () => {
  const { owner } = world.databaseContext
  await execute(owner, sql`insert into kysely_migration values ('9999_future', '2099-01-01T00:00:00.000Z')`)
  await expect(migrate(owner)).rejects.toThrow(
    'The database was migrated by a newer portal: this version does not have its migration 9999_future.',
  )
})
