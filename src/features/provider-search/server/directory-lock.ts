import { type Database, execute, sql } from '#platform/server/database.ts'

/**
 * Allows one transaction at a time to change the directory (networks and providers). Acquire it before any
 * write to prevent deadlocks.
 */
export async function lockDirectory(db: Database) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('directory'))`)
}
