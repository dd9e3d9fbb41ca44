import { expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { execute, sql } from './database.ts'
import { migrate } from './migrations.ts'

const world = setUpDatabase()

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
