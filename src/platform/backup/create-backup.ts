import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import { actorOnCommandLine } from '../cli/with-database.ts'
import { now } from '../contract/clock.ts'
import { audit } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { type Database, execute, sql } from '../db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '../db/database-context.ts'
import { executedMigrations } from '../db/migrations.ts'
import { recordCommandSuccess } from '../jobs/command-success-queries.ts'
import type { DocumentStorage } from '../pdf/document-service/document-storage.ts'
import { openFolderStorage, syncFolder } from '../pdf/document-service/folder-storage.ts'
import { copyDocuments } from './backup-documents.ts'
import {
  type BackedUpTable,
  countContents,
  type Manifest,
  makePrivateFolder,
  type NewManifest,
  type TableShape,
  withNewFolder,
  writeDocumentList,
  writeHashed,
  writeManifest,
} from './backup-folder.ts'
import { messages } from './backup-messages.ts'
import {
  hashContents,
  hiddenTables,
  listSequences,
  listTables,
  serverVersion,
  stableText,
} from './table-queries.ts'

export type BackupSource = {
  storage: DocumentStorage
  /** The SHA-256 of every document that the database refers to. */
  namedDocuments(db: Database): Promise<string[]>
  /** Whether a table is only a staging table. */
  isStaging(table: string): boolean
}

const attempts = 10

/** Backs up a consistent snapshot of the database and its documents into a new folder. */
export async function createBackup(
  databaseContext: Pick<DatabaseContext, 'owner' | 'connect'>,
  path: string,
  source: BackupSource,
): Promise<NewManifest> {
  const madeAt = now().toISOString()
  const manifest = await withNewFolder(path, (folder) =>
    inImportSession(databaseContext, async (session) => {
      await bypassTenantFilter(session.db)
      const tables = await openSnapshot(session.db, databaseContext.owner, source)
      const contents = { madeAt, ...(await copyAll(session, folder, tables, source)) }
      await writeManifest(folder, contents)
      return contents
    }),
  )
  const { rows, documents } = countContents(manifest)
  await audit(databaseContext.owner, {
    actor: actorOnCommandLine(),
    action: 'backup made',
    subject: path,
    detail: { rows, documents },
  })
  await recordCommandSuccess(databaseContext.owner, 'backup')
  return manifest
}

/**
 * Begins a snapshot transaction and returns its tables. They are locked before the snapshot is taken;
 * otherwise, a table that an import replaced afterward would be empty or missing. Only sessions that replace
 * a table wait for these locks.
 */
async function openSnapshot(
  db: Database,
  outside: Database,
  { isStaging }: Pick<BackupSource, 'isStaging'>,
): Promise<TableShape[]> {
  const present = async (at: Database) => (await listTables(at)).filter(({ name }) => !isStaging(name))
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const names = (await present(outside)).map(({ name }) => name)
    if (!names.includes('kysely_migration')) throw new Error(messages.noPortal)
    await execute(db, sql`begin isolation level repeatable read read only`)
    if (await locked(db, names)) {
      const tables = await present(db)
      if (tables.map(({ name }) => name).join() === names.join()) return readable(db, tables)
    }
    await execute(db, sql`rollback`)
  }
  throw new Error(messages.tablesChange)
}

const undefinedTable = '42P01'

/** Locks all tables against replacement. Returns false if one of them has been dropped in the meantime. */
async function locked(db: Database, names: readonly string[]): Promise<boolean> {
  const each = names.map((name) => sql`only ${sql.table(name)}`)
  return execute(db, sql`lock table ${sql.join(each)} in access share mode`).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === undefinedTable) return false
      throw error
    },
  )
}

async function readable(db: Database, tables: TableShape[]): Promise<TableShape[]> {
  const hidden = await hiddenTables(db)
  if (hidden.length > 0) throw new Error(messages.hiddenRows(hidden))
  await execute(db, stableText)
  return tables
}

async function copyAll(
  session: ImportSession,
  folder: string,
  shapes: readonly TableShape[],
  { storage, namedDocuments }: BackupSource,
): Promise<Omit<Manifest, 'format' | 'madeAt'>> {
  const { db } = session
  await makePrivateFolder(join(folder, 'tables'))
  const tables: BackedUpTable[] = []
  for (const [at, shape] of shapes.entries()) tables.push(await copyTable(session, folder, shape, at))
  await syncFolder(join(folder, 'tables'))
  await makePrivateFolder(join(folder, 'documents'))
  const named = await namedDocuments(db)
  const { copied, lost } = await copyDocuments(named, storage, openFolderStorage(folder))
  await syncFolder(join(folder, 'documents'))
  return {
    server: await serverVersion(db),
    migrations: await executedMigrations(db),
    tables,
    sequences: await listSequences(db),
    documents: { count: copied.length, sha256: await writeDocumentList(folder, copied), missing: lost },
  }
}

async function copyTable(
  { db, client }: ImportSession,
  folder: string,
  shape: TableShape,
  at: number,
): Promise<BackedUpTable> {
  const file = `tables/${String(at + 1).padStart(3, '0')}-${shape.name.replaceAll(/[^\w-]/g, '_')}.copy.gz`
  const [name, ...columns] = [shape.name, ...shape.columns].map((each) => client.escapeIdentifier(each))
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout (encoding 'UTF8')`))
  const sha256 = await writeHashed(join(folder, file), rows, createGzip({ level: 4 }))
  const contents = await hashContents(db, shape)
  if (contents.rows !== String(rows.rowCount)) throw new Error(messages.rowsMissing(shape.name))
  return { ...shape, ...contents, file, sha256 }
}
