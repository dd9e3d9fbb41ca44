import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import { currentTable, type PreparedTable, swapTable, type TableSwap } from './network-tables.ts'
import type { RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'

type StatusListener = RosterImport['onStatus']

const firstPauseMs = 100
const maxPauseMs = 5000

/**
 * Replaces the current tables of networks with prepared ones and drops the current ones. Must be the last
 * step of its transaction: it locks all networks, and searches wait for the commit.
 */
export async function swapTables(db: Database, prepared: readonly PreparedTable[], onStatus: StatusListener) {
  if (prepared.length === 0) return
  const swaps: TableSwap[] = []
  for (const each of prepared) swaps.push({ ...each, current: await currentTable(db, each.network) })
  const current = swaps.flatMap((each) => (each.current ? [each.current] : []))
  // Includes `network`: dropping a table that references `network` locks it too.
  const others = [...current, 'network'].map((name) => sql`only ${sql.table(name)}`)
  await lockWithoutQueue(db, sql.join(others), onStatus)
  for (const each of swaps) await swapTable(db, each)
}

/**
 * Locks `provider` and other tables exclusively without holding up searches. Requests queue behind a waiting lock, so
 * each attempt gives up after half a second and the pauses between attempts grow.
 */
async function lockWithoutQueue(db: Database, others: Sql, onStatus: StatusListener) {
  for (
    let pauseMs = firstPauseMs;
    !(await tryLock(db, others));
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  ) {
    if (pauseMs === firstPauseMs) onStatus?.(messages.waitingForReaders)
    await pause(pauseMs)
  }
}

const lockNotAvailable = z.object({ code: z.literal('55P03') })

/**
 * Whether all of the locks were acquired. Waits only for the first one, before holding any of the others, so
 * that no deadlock can abort a search.
 */
async function tryLock(db: Database, others: Sql): Promise<boolean> {
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
