import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createBackupFixture } from '#test-support/backup-fixture.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { openBackup } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

let fixture: Awaited<ReturnType<typeof createBackupFixture>>

beforeAll(async () => {
  fixture = await createBackupFixture()
})
afterAll(() => fixture.close())

test('a backup is a single snapshot that excludes later writes and blocks table replacement', async () => {
  const { databaseContext } = fixture.portal
  const count = z.object({ n: z.number() })
  const folder = await fixture.backup('moment', {
    namedDocuments: async (db) => {
      await execute(
        databaseContext.owner,
        sql`insert into external_search values ('Later', 'https://example.com', 1)`,
      )
      const seen = await queryRow(db, count, sql`select count(*)::integer as n from external_search`)
      expect(seen).toEqual({ n: 0 })
      const replaced = inTransaction(databaseContext.owner, (other) =>
        execute(other, sql`lock table providers_of_coastal in access exclusive mode nowait`),
      )
      await expect(replaced).rejects.toThrow('could not obtain lock')
      return fixture.source.namedDocuments(db)
    },
  })
  const { manifest } = await openBackup(folder)
  expect(manifest.tables.find(({ name }) => name === 'external_search')?.rows).toBe('0')
  await execute(databaseContext.owner, sql`delete from external_search`)
})

type Work = () => Promise<unknown>

/** A database context whose connections run a hook before a matching statement. */
function before(works: Record<string, Work>) {
  const { owner, connect } = fixture.portal.databaseContext
  const connectWatched = async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const watched = (...all: unknown[]) => {
      const [, work] = Object.entries(works).find(([words]) => String(all[0]).includes(words)) ?? []
      return work ? work().then(() => query(...all)) : query(...all)
    }
    return Object.assign(client, { query: watched })
  }
  return { owner, connect: connectWatched }
}

const [begin, firstLook] = ['begin isolation', 'row_security_active']

/** Expects that an import cannot replace this table. */
function isHeld(table: string) {
  const lock = sql`lock table ${sql.table(table)} in access exclusive mode nowait`
  const locked = inTransaction(fixture.portal.databaseContext.owner, (db) => execute(db, lock))
  return expect(locked).rejects.toThrow('could not obtain lock')
}

test('no table can be replaced once the snapshot begins', async () => {
  const watched = before({ [firstLook]: () => isHeld('providers_of_coastal') })
  await createBackup(watched, join(fixture.root, 'locked'), fixture.source)
  expect.assertions(1)
})

test('a table replaced while the backup starts is included', async () => {
  const { owner } = fixture.portal.databaseContext
  let isFirst = true
  const replace = async () => {
    if (!isFirst) return
    isFirst = false
    await execute(owner, sql`alter table provider detach partition providers_of_coastal`)
    await execute(owner, sql`alter table providers_of_coastal rename to providers_of_coast`)
    await execute(
      owner,
      sql`alter table provider attach partition providers_of_coast for values in ('coastal')`,
    )
  }
  const watched = before({ [begin]: replace, [firstLook]: () => isHeld('providers_of_coast') })
  const { tables } = await createBackup(watched, join(fixture.root, 'replaced'), fixture.source)
  expect(tables.find(({ name }) => name === 'providers_of_coast')).toMatchObject({ rows: '2' })
  expect(tables.map(({ name }) => name)).not.toContain('providers_of_coastal')
})

test('a table added while the backup starts is locked too', async () => {
  const { owner } = fixture.portal.databaseContext
  const add = sql`create table if not exists providers_of_added partition of provider for values in ('added')`
  const watched = before({
    [begin]: () => execute(owner, add),
    [firstLook]: () => isHeld('providers_of_added'),
  })
  const { tables } = await createBackup(watched, join(fixture.root, 'added'), fixture.source)
  expect(tables.find(({ name }) => name === 'providers_of_added')).toMatchObject({ rows: '0' })
})

/** A database context whose idle transactions are ended after a moment instead of minutes. */
const impatient = ({ owner, connect }: Pick<DatabaseContext, 'owner' | 'connect'>) => ({
  owner,
  connect: async () => {
    const client = await connect()
    await client.query("set idle_in_transaction_session_timeout = '20ms'")
    return client
  },
})

test('a backup survives the idle-transaction timeout while it copies documents', async () => {
  const { databaseContext } = fixture.portal
  const namedDocuments = async (db: Database) => {
    const named = await fixture.source.namedDocuments(db)
    await execute(databaseContext.owner, sql`select pg_sleep(0.2)`)
    return named
  }
  const folder = join(fixture.root, 'slow')
  await createBackup(impatient(databaseContext), folder, { ...fixture.source, namedDocuments })
  expect((await openBackup(folder)).documents).not.toEqual([])
})

test('a restore survives the idle-transaction timeout while it copies documents', async () => {
  const folder = await fixture.backup('to-restore')
  const place = await fixture.openTarget()
  const { storage } = place
  const slow = {
    ...storage,
    put: async (bytes: Uint8Array) => {
      await execute(fixture.portal.databaseContext.owner, sql`select pg_sleep(0.2)`)
      return storage.put(bytes)
    },
  }
  const target = { openStorage: () => slow, namedDocuments: fixture.source.namedDocuments }
  expect(await restoreBackup(impatient(place.databaseContext), await openBackup(folder), target)).toEqual([])
  await place.drop()
})
