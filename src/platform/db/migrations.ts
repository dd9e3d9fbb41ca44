import { readdir, readFile } from 'node:fs/promises'
import { type Migration, Migrator } from 'kysely/migration'
import { z } from 'zod'
import { sleep } from '../concurrency/sleep.ts'
import { messages } from '../config/messages.ts'
import { type Database, execute, queryRows, sql } from './database.ts'
import { isDatabaseFull, isDatabaseLost, isLockRefused } from './database-errors.ts'

const folder = new URL('../../../migrations/', import.meta.url)

/** Requests of the previous version wait behind a migration that waits for a lock, so it gives way after this time. */
const lockTimeout = '500ms'
const retryMs = 5_000

type MigrateOptions = {
  allowsNewer?: boolean
  /** Receives a message for the operator when a migration has to wait for a lock. */
  onWait?: (text: string) => void
}

/**
 * Runs the pending migrations in numeric order, in one transaction. Returns their names. While another transaction has a
 * lock that they need, none of them is applied, and they run again every few seconds. Refuses a database that a newer
 * portal has migrated, unless `allowsNewer` is set and the database has all migrations of this program; its schema then
 * stays unchanged.
 */
export async function migrate(
  owner: Database,
  { allowsNewer = false, onWait }: MigrateOptions = {},
): Promise<string[]> {
  const migrator = new Migrator({ db: owner, provider: { getMigrations: getYieldingMigrations } })
  for (let waitsFor = ''; ; ) {
    const { error, results = [] } = await migrator.migrateToLatest()
    if (!error) return results.map(({ migrationName }) => migrationName)
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    if (allowsNewer && findUnknownMigration(error) && (await hasAllMigrations(owner))) return []
    if (!failed || !isLockRefused(error)) throw migrationError(error, failed)
    if (failed !== waitsFor) onWait?.(messages.migrationWaits(failed))
    waitsFor = failed
    await sleep(retryMs, new AbortController().signal)
  }
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

/** The migrations, each of which waits only briefly for locks. */
async function getYieldingMigrations(): Promise<Record<string, Migration>> {
  const migrations = Object.entries(await getMigrations()).map(([name, { up }]) => {
    const waitBriefly = async (db: Database) => {
      await execute(db, sql`select set_config('lock_timeout', ${lockTimeout}, true)`)
      await up(db)
    }
    return [name, { up: waitBriefly }] as const
  })
  return Object.fromEntries(migrations)
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
