import { type Database, execute, sql } from '#platform/server/database.ts'

/**
 * Lets one transaction at a time change the directory, networks and providers alike. Taken before anything is
 * written, it keeps two from waiting for each other.
 */
export async function lockDirectory(db: Database) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('directory'))`)
}
