import { join } from 'node:path'
import { actorOnCommandLine } from '../cli/with-database.ts'
import { audit } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { type Database, execute, sql } from '../db/database.ts'
import { type DatabaseContext, inImportSession } from '../db/database-context.ts'
import { knownMigrations, migrate, migrateTo } from '../db/migrations.ts'
import { type DocumentStore, documentPath, openDocumentStore } from '../pdf/document-store/document-store.ts'
import { copyDocuments, findMissingDocuments, rejectOtherDocuments } from './backup-documents.ts'
import { type Backup, countContents } from './backup-folder.ts'
import { messages } from './backup-messages.ts'
import { restoreTables } from './restore-tables.ts'
import { isEmptyDatabase, stableText } from './table-queries.ts'

export type RestoreTarget = {
  dataDir: string
  store: DocumentStore
  namedDocuments(db: Database): Promise<string[]>
}

/** Messages that name what a restore could not bring back. */
type Warnings = string[]

/**
 * Restores a backup into an empty database and its documents into a data folder, compares both with the
 * manifest, and then migrates the database. All rows are written in one transaction, so a failed or killed
 * restore leaves the database empty.
 */
export async function restoreBackup(
  databaseContext: Pick<DatabaseContext, 'owner' | 'connect'>,
  backup: Backup,
  target: RestoreTarget,
): Promise<Warnings> {
  await rejectUnknownMigrations(backup)
  const warnings = await inImportSession(databaseContext, (session) =>
    session.db.transaction().execute(async (db) => {
      await execute(db, sql`select pg_advisory_xact_lock(hashtext('restore'))`)
      if (!(await isEmptyDatabase(db))) throw new Error(messages.databaseInUse)
      await rejectOtherDocuments(target.dataDir, backup.documents)
      await migrateTo(db, backup.manifest.migrations)
      await execute(db, stableText)
      const leftOut = await restoreTables({ db, client: session.client }, backup)
      await restoreDocuments(backup, target)
      await bypassTenantFilter(db)
      const missing = await findMissingDocuments(target.store, await target.namedDocuments(db))
      return [
        ...leftOut.map(({ name, file }) => messages.leftOut(name, join(backup.folder, file))),
        ...(missing.length > 0 ? [messages.documentsMissing(missing)] : []),
      ]
    }),
  )
  await migrate(databaseContext.owner)
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
  rejectMissing(folder, await findMissingDocuments(openDocumentStore(folder), documents))
}

async function restoreDocuments({ folder, documents }: Backup, { store }: RestoreTarget) {
  const { lost } = await copyDocuments(documents, openDocumentStore(folder), store)
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
