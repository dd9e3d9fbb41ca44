import { existsSync } from 'node:fs'
import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createBackupFixture, openAsSuperuser } from '#test-support/backup-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { openS3Server } from '#test-support/s3-server.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '../db/database.ts'
import { knownMigrations, migrateTo } from '../db/migrations.ts'
import { type ChunkIndex, createChunkIndex } from '../pdf/document-service/chunk-index.ts'
import { openDocumentStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { openBackup } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { hiddenTables, listTables } from './table-queries.ts'

let fixture: Awaited<ReturnType<typeof createBackupFixture>>

beforeAll(async () => {
  fixture = await createBackupFixture()
  const { owner } = fixture.portal.databaseContext
  await execute(owner, sql`create table of_somebody_else (id integer primary key)`)
  await execute(owner, sql`create table provider_incoming_0badcafe_0 (like provider)`)
  const everything = openAsSuperuser(fixture.portal.name)
  await execute(everything.owner, hiddenRows)
  await everything.close()
})
afterAll(() => fixture.close())

/** Rows that row-level security hides from the owner and that no import writes. */
const hiddenRows = sql`
  with person as (
    insert into staff_user (issuer, subject, created_at) values ('i', 's', now()) returning id
  ), run as (
    insert into report_run (user_id, client_id, client_codes, report_code, name, first_day, last_day, rows, ordered_at)
    select id, 'acme', '{ACME1}', 'R', 'R', '2026-01-01', '2026-01-02', 1, now() from person returning id
  ), part as (
    insert into report_part select id, 1, '{ACME1}', '\\x00ff0a5c' from run
  )
  insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name, policy_number,
                   patient_name, date_of_service, fields, pdf, pdf_sha256)
  select 'VOB-2026-000001', 'ACME1', now(), id, 'coastal', 'h', 'Mercy', 'POL-1', 'Ada', '2026-01-01', '{"a": "\\\\n"}',
         '\\x0102', sha256('\\x0102')
    from person`

const counted = z.object({ rows: z.number(), sum: z.string() })

/** Every row of every portal table, in any order, including generated columns. */
async function rowsByTable(db: Database) {
  const tables = (await listTables(db)).map(({ name }) => name)
  const own = tables.filter((name) => name !== 'of_somebody_else' && !name.startsWith('provider_incoming_'))
  const found = own.map(async (name) => [name, await queryRow(db, counted, contents(name))] as const)
  return Object.fromEntries(await Promise.all(found))
}

const contents = (name: string) => sql`
  select count(*)::integer as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
    from ${sql.table(name)} t
   where to_jsonb(t) ->> 'action' is distinct from 'backup made'
     and to_jsonb(t) ->> 'action' is distinct from 'backup restored'
     and to_jsonb(t) ->> 'command' is distinct from 'backup'`

/** The schema except for index names. */
const schema = sql`
  select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) as part
    from pg_constraint where connamespace = 'public'::regnamespace
   union all
  select 'index ' || indrelid::regclass || ' ' || regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', '')
    from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
   union all
  select 'trigger ' || tgname || ' ' || tgrelid::regclass || ' ' || tgenabled::text from pg_trigger where not tgisinternal
   union all
  select 'table ' || oid::regclass || ' ' || relkind::text || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
   union all
  select 'partition ' || inhparent::regclass || ' ' || pg_get_expr(relpartbound, pg_class.oid)
    from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r'
   union all
  select 'policy ' || to_jsonb(p)::text from pg_policies p where schemaname = 'public'
   order by 1`

async function schemaOf(db: Database) {
  const parts = await queryRows(db, z.object({ part: z.string() }), schema)
  return parts.map(({ part }) => part).filter((part) => !/of_somebody_else|provider_incoming_/.test(part))
}

describe('a backup', () => {
  test('never writes into an existing folder', async () => {
    await mkdir(join(fixture.root, 'there'))
    await expect(fixture.backup('there')).rejects.toThrow(
      'already exists. Specify a folder that does not exist yet.',
    )
  })

  test('leaves the folder of a running or killed backup alone', async () => {
    const unfinished = join(fixture.root, 'killed.unfinished')
    await mkdir(unfinished)
    await expect(fixture.backup('killed')).rejects.toThrow(/killed\.unfinished already exists: .* delete it/)
    expect(existsSync(unfinished)).toBe(true)
  })

  test('fails with a message when its folder cannot be created', async () => {
    await expect(fixture.backup('no/where')).rejects.toThrow(/could not be written to .*no\/where \(ENOENT\)/)
  })

  test('leaves nothing behind when it fails', async () => {
    const failing = fixture.backup('failed', { namedDocuments: () => Promise.reject(new Error('No more.')) })
    await expect(failing).rejects.toThrow('No more.')
    expect(existsSync(join(fixture.root, 'failed'))).toBe(false)
    expect(existsSync(join(fixture.root, 'failed.unfinished'))).toBe(false)
  })

  test('is rejected when the database contains no portal', async () => {
    const { databaseContext, drop } = await fixture.openTarget()
    const making = createBackup(databaseContext, join(fixture.root, 'nothing'), fixture.source)
    await expect(making).rejects.toThrow('There is nothing to back up')
    await drop()
  })

  test('is rejected when row-level security would hide rows', async () => {
    const { owner } = fixture.portal.databaseContext
    await execute(owner, sql`create table secret (client_code text)`)
    await execute(owner, sql`alter table secret enable row level security, force row level security`)
    await expect(fixture.backup('hidden')).rejects.toThrow('cannot read every row of secret')
    await execute(owner, sql`drop table secret`)
  })

  test('can read every table with row-level security through a policy for all clients', async () => {
    const query = sql`
      select relname as name,
             exists (select from pg_policies
                      where schemaname = current_schema() and tablename = relname and cmd in ('SELECT', 'ALL')
                        and (qual = 'true' or qual like '%portal.every_client%')) as "isReadable"
        from pg_class
       where relnamespace = current_schema()::regnamespace and relrowsecurity`
    const table = z.object({ name: z.string(), isReadable: z.boolean() })
    const tables = await queryRows(fixture.portal.databaseContext.owner, table, query)
    expect(tables.length).toBeGreaterThan(10)
    expect(tables.filter(({ isReadable }) => !isReadable)).toEqual([])
  })

  test('can read every row of every portal table', async () => {
    expect(await hiddenTables(fixture.portal.databaseContext.owner)).toEqual([])
  })
})

test('a restored portal has every row, generated column, constraint, policy, trigger and document', async () => {
  const folder = await fixture.backup('whole')
  const place = await fixture.openTarget()
  const warnings = await place.restore(folder)
  const [before, after] = [openAsSuperuser(fixture.portal.name), openAsSuperuser(place.name)]
  expect(await rowsByTable(after.owner)).toEqual(await rowsByTable(before.owner))
  expect(await schemaOf(after.owner)).toEqual(await schemaOf(before.owner))
  expect(warnings).toEqual([expect.stringContaining("The table of_somebody_else is not one of the portal's")])
  const rows = await rowsByTable(after.owner)
  for (const name of ['patient', 'providers_of_coastal', 'vob', 'report_part', 'city', 'signing_key'])
    expect(rows[name]?.rows, name).toBeGreaterThan(0)
  const [document] = await fixture.source.namedDocuments(before.owner)
  await place.storage.open(document ?? '')
  await Promise.all([before.close(), after.close(), place.drop()])
})

test('a restored portal continues its sequences and keeps append-only tables append-only', async () => {
  const folder = await fixture.backup('sequences')
  const place = await fixture.openTarget()
  await place.restore(folder)
  const { owner } = place.databaseContext
  const newest = z.object({ id: z.number(), action: z.string() })
  const events = await queryRows(
    owner,
    newest,
    sql`select id, action from audit_event order by id desc limit 2`,
  )
  expect(events[0]?.action).toBe('backup restored')
  expect(events[0]?.id).toBeGreaterThan(events[1]?.id ?? 0)
  await expect(execute(owner, sql`delete from audit_event`)).rejects.toThrow('append-only')
  await place.drop()
})

test('a backup excludes the staging tables of the directory import', async () => {
  const { manifest } = await openBackup(await fixture.backup('staging'))
  const names = manifest.tables.map(({ name }) => name)
  expect(names).toContain('of_somebody_else')
  expect(names).not.toContain('provider_incoming_0badcafe_0')
})

test('a backup is readable only by the user who runs the command', async () => {
  const folder = await fixture.backup('private')
  const modes = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modes(folder)).toBe('700')
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if ((await stat(path)).isFile()) expect(await modes(path), name).toBe('600')
  }
})

test('a backup lists a document lost from the store as missing, and its restore reports it', async () => {
  const { documents } = await openBackup(await fixture.backup('with-document'))
  const [document = ''] = documents
  const nothing = { ...fixture.source.storage, read: () => fixture.source.storage.read('0'.repeat(64)) }
  const folder = await fixture.backup('lost-document', { storage: nothing })
  expect((await openBackup(folder)).manifest.documents).toMatchObject({ count: 0, missing: [document] })
  const place = await fixture.openTarget()
  expect(await place.restore(folder)).toContainEqual(expect.stringContaining(document))
  await place.drop()
})

test('a restore to a store saves what the first openings of its documents need', async () => {
  const backup = await openBackup(await fixture.backup('to-store'))
  const server = await openS3Server()
  onTestFinished(async () => void (await server.close()))
  const place = await fixture.openTarget()
  onTestFinished(place.drop)
  const open = (chunkIndex: ChunkIndex) => openDocumentStorage(place.dataDir, server.options, { chunkIndex })
  const target = { openStorage: open, namedDocuments: fixture.source.namedDocuments }
  await restoreBackup(place.databaseContext, backup, target)
  server.requests.length = 0
  await open(createChunkIndex(place.databaseContext.app)).open(backup.documents[0] ?? '')
  expect(server.requests).toEqual([])
})

test('a backup of an earlier version restores and is then migrated', async () => {
  const older = await cloneDatabase(inject('testServer'), 'template0')
  const known = await knownMigrations()
  await inTransaction(older.databaseContext.owner, (db) => migrateTo(db, known.slice(0, -2)))
  await execute(older.databaseContext.owner, sql`insert into country values ('CH', 'Switzerland', true)`)
  await execute(older.databaseContext.owner, sql`insert into country_name values ('CH', 'Suiße')`)
  const everything = openAsSuperuser(older.name)
  const folder = join(fixture.root, 'older')
  await createBackup(everything, folder, fixture.source)
  const place = await fixture.openTarget()
  await place.restore(folder)
  const migrated = await queryRows(
    place.databaseContext.owner,
    z.object({ name: z.string() }),
    sql`select name from kysely_migration order by name`,
  )
  expect(migrated.map(({ name }) => name)).toEqual(known)
  const key = await queryRow(
    place.databaseContext.owner,
    z.object({ key: z.string() }),
    sql`select key from country_name`,
  )
  expect(key?.key).toBe('suisse')
  await Promise.all([everything.close(), place.drop(), older.drop()])
})
