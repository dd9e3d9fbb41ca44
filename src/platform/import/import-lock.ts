import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '../db/database.ts'

/**
 * Acquires an advisory lock so that one import of a kind runs at a time; calls `wait` if another one is
 * running. The lock ends with the connection.
 */
export async function acquireImportLock(db: Database, kind: string, wait: () => void) {
  const key = sql`hashtext(${kind})`
  const turn = await queryRow(
    db,
    z.object({ mine: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as mine`,
  )
  if (turn?.mine) return
  wait()
  await execute(db, sql`select pg_advisory_lock(${key})`)
}

/**
 * Row-level security applies to the owner too, so an import bypasses the tenant filter. No other role may.
 */
export async function bypassTenantFilter(db: Database) {
  await execute(db, sql`select set_config('portal.every_client', 'yes', false)`)
}
