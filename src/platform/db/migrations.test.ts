import { expect, test } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { execute, queryRows, sql } from './database.ts'
import { migrate } from './migrations.ts'

const world = setUpDatabase()

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
