import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import { type Exchange, presentTable, type Ready, swapIn } from './network-tables.ts'
import type { RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'

type Say = RosterImport['say']

const firstPauseMs = 100
const longestPauseMs = 5000

/**
 * Puts ready tables in the place of their networks' present ones, which are dropped. It is the last step of its
 * transaction: all networks are held together, and searches wait until it is committed.
 */
export async function exchangeTables(db: Database, ready: readonly Ready[], say: Say) {
  if (ready.length === 0) return
  const exchanges: Exchange[] = []
  for (const each of ready) exchanges.push({ ...each, present: await presentTable(db, each.network) })
  const present = exchanges.flatMap((each) => (each.present ? [each.present] : []))
  // `network` too: dropping a table that refers to it locks it.
  const others = [...present, 'network'].map((name) => sql`only ${sql.table(name)}`)
  await lockWithoutQueue(db, sql.join(others), say)
  for (const each of exchanges) await swapIn(db, each)
}

/**
 * Locks `provider` and others against everybody, without keeping searches waiting: every request after a waiting
 * lock queues behind it, so it is given up after half a second and asked for again after a pause that grows.
 */
async function lockWithoutQueue(db: Database, others: Sql, say: Say) {
  for (let rest = firstPauseMs; !(await gotLocks(db, others)); rest = Math.min(rest * 2, longestPauseMs)) {
    if (rest === firstPauseMs) say?.(messages.waitingForReaders)
    await pause(rest)
  }
}

const lockNotAvailable = z.object({ code: z.literal('55P03') })

/** Only the first lock is waited for, while none is held: so there is no deadlock that would end a search. */
async function gotLocks(db: Database, others: Sql): Promise<boolean> {
  await execute(db, sql`savepoint before_lock`)
  try {
    await execute(db, sql`set local lock_timeout = '500ms'`)
    await execute(db, sql`lock table only provider in access exclusive mode`)
    await execute(db, sql`lock table ${others} in access exclusive mode nowait`)
    await execute(db, sql`set local lock_timeout = 0`)
    return true
  } catch (error) {
    if (!lockNotAvailable.safeParse(error).success) throw error
    await execute(db, sql`rollback to savepoint before_lock`)
    return false
  }
}
