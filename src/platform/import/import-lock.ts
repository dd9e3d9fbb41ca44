import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '../db/database.ts'

/**
 * Acquires an advisory lock so that one import of a kind, or of a part of it, runs at a time; calls `wait` if another
 * one is running. The lock ends with the connection.
 */
export async function acquireImportLock(db: Database, kind: string, wait: () => void, part?: string) {
  const key = part === undefined ? sql`hashtext(${kind})` : sql`hashtext(${kind}), hashtext(${part})`
  const lock = await queryRow(
    db,
    z.object({ isAcquired: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as "isAcquired"`,
  )
  if (lock?.isAcquired) return
  wait()
  await execute(db, sql`select pg_advisory_lock(${key})`)
}
