import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { actorOnCommandLine } from '../cli/with-database.ts'
import { audit } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { copyInto } from '../db/copy-into.ts'
import { type Database, execute, queryRows, sql } from '../db/database.ts'
import { type DatabaseContext, inImportSession } from '../db/database-context.ts'
import { isDatabaseFull, isDatabaseLost } from '../db/database-errors.ts'
import { knownMigrations, migrate, migrateTo } from '../db/migrations.ts'
import { type ChunkIndex, collectChunks, createChunkIndex } from '../pdf/document-service/chunk-index.ts'
import { type DocumentStorage, documentPath } from '../pdf/document-service/document-storage.ts'
import { openFolderStorage } from '../pdf/document-service/folder-storage.ts'
import { copyDocuments, findMissingDocuments, rejectOtherDocuments } from './backup-documents.ts'
import { type BackedUpTable, type Backup, countContents } from './backup-folder.ts'
import { messages } from './backup-messages.ts'
import { hashContents, isEmptyDatabase, listTables, setSequences, stableText } from './table-queries.ts'

export type RestoreTarget = {
  openStorage(chunkIndex: ChunkIndex): DocumentStorage
  namedDocuments(db: Database): Promise<string[]>
}

/** Messages that name what a restore could not bring back. */
type Warnings = string[]

/**
 * Restores a backup into an empty database and its documents into a storage, compares both with the
 * manifest, and then migrates the database. All rows are written in one transaction, so a failed or killed
 * restore leaves the database empty.
 */
export async function restoreBackup(
  databaseContext: Pick<DatabaseContext, 'owner' | 'connect'>,
  backup: Backup,
  { openStorage, namedDocuments }: RestoreTarget,
): Promise<Warnings> {
  await rejectUnknownMigrations(backup)
  const chunks = collectChunks()
  const storage = openStorage(chunks)
  const warnings = await inImportSession(databaseContext, (session) =>
    session.db.transaction().execute(async (db) => {
      await execute(db, sql`select pg_advisory_xact_lock(hashtext('restore'))`)
      if (!(await isEmptyDatabase(db))) throw new Error(messages.databaseInUse)
      await rejectOtherDocuments(storage, backup.documents)
      await migrateTo(db, backup.manifest.migrations)
      await execute(db, stableText)
      const leftOut = await restoreTables({ db, client: session.client }, backup)
      await restoreDocuments(backup, storage)
      await bypassTenantFilter(db)
      const missing = await findMissingDocuments(storage, await namedDocuments(db))
      return [
        ...leftOut.map(({ name, file }) => messages.leftOut(name, join(backup.folder, file))),
        ...(missing.length > 0 ? [messages.documentsMissing(missing)] : []),
      ]
    }),
  )
  await migrate(databaseContext.owner)
  await chunks.saveIn(createChunkIndex(databaseContext.owner))
  await inImportSession(databaseContext, ({ db }) => execute(db, sql`analyze`))
  const { rows, documents } = countContents(backup.manifest)
  await audit(databaseContext.owner, {
    actor: actorOnCommandLine(),
    action: 'backup restored',
    subject: backup.folder,
    detail: { madeAt: backup.manifest.madeAt, rows, documents },
  })
  return warnings
}

/** Reads every document of a backup. Throws a readable error that names the first missing or damaged one. */
export async function checkDocuments({ folder, documents }: Backup) {
  rejectMissing(folder, await findMissingDocuments(openFolderStorage(folder), documents))
}

async function restoreDocuments({ folder, documents }: Backup, storage: DocumentStorage) {
  const { lost } = await copyDocuments(documents, openFolderStorage(folder), storage)
  rejectMissing(folder, lost)
}

function rejectMissing(folder: string, [lost]: readonly string[]) {
  if (lost) throw new Error(messages.documentDamaged(join(folder, documentPath(lost))))
}

async function rejectUnknownMigrations({ folder, manifest: { migrations } }: Backup) {
  const known = await knownMigrations()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown) throw new Error(messages.newerMigration(folder, unknown))
  if (known.slice(0, migrations.length).join() !== migrations.join())
    throw new Error(messages.otherMigrations(folder))
}

type Connection = { db: Database; client: pg.Client }

/**
 * Copies the rows of a backup into a database migrated to the backup's migrations and compares each table
 * with the manifest. Returns the tables that those migrations do not have. Runs in a transaction.
 */
async function restoreTables(connection: Connection, backup: Backup): Promise<BackedUpTable[]> {
  const { db } = connection
  const { tables, sequences } = backup.manifest
  const migrated = (await listTables(db)).map(({ name }) => name)
  const plain = tables.filter(({ name }) => migrated.includes(name))
  const partitions = tables.filter(isPartition)
  for (const partition of partitions) await createPartition(db, partition)
  await rejectOtherColumns(db, [...plain, ...partitions])
  const restore = await allowWrites(db, migrated)
  await emptyAll(db)
  for (const table of sortByReferences(plain, await listReferences(db)))
    await copyRows(connection, backup.folder, table)
  for (const table of partitions) {
    await copyRows(connection, backup.folder, table)
    await attach(db, table)
  }
  await setSequences(db, sequences)
  for (const table of [...plain, ...partitions]) await compare(db, table)
  await restore()
  return tables.filter((table) => !migrated.includes(table.name) && !isPartition(table))
}

type Partition = BackedUpTable & { partition: NonNullable<BackedUpTable['partition']> }

const isPartition = (table: BackedUpTable): table is Partition => table.partition !== null

/**
 * Creates a partition, which is attached to its table only after loading so that its indexes are built once.
 */
const createPartition = (db: Database, { name, partition }: Partition) =>
  execute(
    db,
    sql`create table ${sql.table(name)}
          (like ${sql.table(partition.of)} including defaults including generated including constraints)`,
  )

const attach = (db: Database, { name, partition }: Partition) =>
  execute(
    db,
    sql`alter table ${sql.table(partition.of)} attach partition ${sql.table(name)} for values in (${sql.lit(partition.value)})`,
  )

async function rejectOtherColumns(db: Database, tables: readonly BackedUpTable[]) {
  const present = new Map((await listTables(db)).map(({ name, columns }) => [name, columns]))
  const other = tables.find(
    ({ name, columns }) => present.get(name)?.toSorted().join() !== columns.toSorted().join(),
  )
  if (other) throw new Error(messages.otherTable(other.name))
}

/**
 * Lets the owner write every row by disabling triggers, some of which reject changes, and row-level security,
 * which prevents COPY. Returns a function that restores both.
 */
async function allowWrites(db: Database, tables: readonly string[]): Promise<() => Promise<void>> {
  const forced = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relforcerowsecurity`,
  )
  for (const name of tables) await execute(db, sql`alter table ${sql.table(name)} disable trigger user`)
  for (const { name } of forced)
    await execute(db, sql`alter table ${sql.table(name)} no force row level security`)
  return async () => {
    for (const name of tables) await execute(db, sql`alter table ${sql.table(name)} enable trigger user`)
    for (const { name } of forced)
      await execute(db, sql`alter table ${sql.table(name)} force row level security`)
  }
}

/** Deletes the rows that migrations insert, in one statement because the tables refer to each other. */
async function emptyAll(db: Database) {
  const tables = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  await execute(db, sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`)
}

const reference = z.object({ from: z.string(), to: z.string() })
type Reference = z.infer<typeof reference>

const listReferences = (db: Database) =>
  queryRows(
    db,
    reference,
    sql`
    select referring.relname as from, referred.relname as to
      from pg_constraint
      join pg_class referring on referring.oid = conrelid
      join pg_class referred on referred.oid = confrelid
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  )

/** Sorts tables so that each comes after the tables it refers to. */
function sortByReferences(
  tables: readonly BackedUpTable[],
  references: readonly Reference[],
): BackedUpTable[] {
  const ordered: BackedUpTable[] = []
  for (let rest = tables; rest.length > 0; ) {
    const names = new Set(rest.map(({ name }) => name))
    const waits = ({ name }: BackedUpTable) =>
      references.some(({ from, to }) => from === name && names.has(to))
    const free = rest.filter((table) => !waits(table))
    if (free.length === 0) throw new Error(messages.circular([...names]))
    ordered.push(...free)
    rest = rest.filter(waits)
  }
  return ordered
}

async function copyRows({ client }: Connection, folder: string, table: BackedUpTable) {
  const [name, ...columns] = [table.name, ...table.columns].map((each) => client.escapeIdentifier(each))
  const target = { table: `${name} (${columns.join(', ')})`, options: "freeze, encoding 'UTF8'" }
  const rows = createReadStream(join(folder, table.file)).compose(createGunzip())
  await copyInto(client, target, rows).catch((cause) => {
    if (isDatabaseLost(cause) || isDatabaseFull(cause)) throw cause
    throw new Error(messages.notAsRecorded(table.name), { cause })
  })
}

async function compare(db: Database, table: BackedUpTable) {
  const { rows, checksum } = await hashContents(db, table)
  if (rows !== table.rows || checksum !== table.checksum) throw new Error(messages.notAsRecorded(table.name))
}
