import { readdir, readFile } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import { z } from 'zod'
import { messages } from '../config/messages.ts'
import { type Database, queryRows, sql } from './database.ts'
import { isDatabaseFull, isDatabaseLost } from './database-errors.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/**
 * Runs the pending migrations in numeric order. Returns their names. Refuses a database that a newer portal has migrated,
 * unless `allowsNewer` is set and the database has all migrations of this program; its schema then stays unchanged.
 */
export async function migrate(owner: Database, { allowsNewer = false } = {}): Promise<string[]> {
  const migrator = new Migrator({ db: owner, provider: { getMigrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  if (error && allowsNewer && findUnknownMigration(error) && (await hasAllMigrations(owner))) return []
  if (error) throw migrationError(error, failed?.migrationName)
  return results.map(({ migrationName }) => migrationName)
}

/** Migrates an empty database to a set of migrations within the caller's transaction. */
export async function migrateTo(transaction: Database, names: readonly string[]) {
  const migrator = new Migrator({ db: transaction, provider: { getMigrations } })
  const { error, results = [] } = await migrator.migrateTo(names.at(-1) ?? '')
  const failed = results.find(({ status }) => status === 'Error')
  if (error) throw migrationError(error, failed?.migrationName)
}

/** The migrations of this program, in order. */
export const knownMigrations = async () => Object.keys(await getMigrations())

/** The migrations applied to a database, in order. */
export async function executedMigrations(db: Database): Promise<string[]> {
  const rows = await queryRows(
    db,
    z.object({ name: z.string() }),
    sql`select name from kysely_migration order by name collate "C"`,
  )
  return rows.map(({ name }) => name)
}

function migrationError(error: unknown, failed: string | undefined): unknown {
  if (isDatabaseLost(error) || isDatabaseFull(error) || !(error instanceof Error)) return error
  if (failed) return new Error(messages.migrationFailed(failed, error.message), { cause: error })
  const unknown = findUnknownMigration(error)
  return unknown ? new Error(messages.newerDatabase(unknown), { cause: error }) : error
}

/** The migrator reports a migration of a newer portal as corrupted migrations. */
const findUnknownMigration = (error: unknown) =>
  error instanceof Error ? /executed migration (\S+) is missing/.exec(error.message)?.[1] : undefined

async function hasAllMigrations(owner: Database): Promise<boolean> {
  const executed = new Set(await executedMigrations(owner))
  return (await knownMigrations()).every((name) => executed.has(name))
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort()
  const named = files.map(async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8')
    return [
      file.replace('.sql', ''),
      { up: async (db: Database) => void (await sql.raw(text).execute(db)) },
    ] as const
  })
  return Object.fromEntries(await Promise.all(named))
}
