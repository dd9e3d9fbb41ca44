import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Database, execute, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '#platform/db/database-context.ts'
import { isLockRefused } from '#platform/db/database-errors.ts'
import { acquireImportLock } from '#platform/import/import-runs.ts'
import { lockDirectory } from '../directory/directory-import.ts'
import type { NetworkResult, RosterImport } from './import-options.ts'
import {
  applyDiff,
  collectDerivedData,
  copyUnchangedRows,
  type NetworkChange,
  planChange,
  updateDerivedData,
} from './network-changes.ts'
import { messages } from './roster-messages.ts'
import {
  analyzeTable,
  buildIndexes,
  constrainTable,
  currentTable,
  hasRows,
  missingIndexes,
  type PreparedTable,
  type StagingTable,
  swapTable,
  type TableSwap,
} from './staging-tables.ts'

/** With at least this many rows, two sessions build a table's indexes faster than one. */
const parallelIndexMinRows = 50_000

type StatusListener = RosterImport['onStatus']

/**
 * Locks, until the session ends, the networks that an import may change: those with staged rows or, with
 * `replace`, all of them, since any may have providers of the source that the file lacks.
 */
export async function lockNetworks(
  db: Database,
  tables: readonly StagingTable[],
  { replace, onStatus }: Pick<RosterImport, 'replace' | 'onStatus'>,
) {
  const changing = replace ? tables : tables.filter(hasRows)
  for (const { network } of changing) await lockNetwork(db, network, onStatus)
}

/** Plans the change to each network that has staged rows or, with `replace`, providers of the source. */
export async function planChanges(
  db: Database,
  tables: readonly StagingTable[],
  { sourceName, replace }: { sourceName: string; replace?: boolean | undefined },
): Promise<NetworkChange[]> {
  const removed = replace ? sql`current.source_name = ${sourceName}` : sql`false`
  const changes: NetworkChange[] = []
  for (const staging of tables) {
    if (!hasRows(staging) && !(replace && (await hasProviders(db, staging, sourceName)))) continue
    await applyHidden(db, staging)
    changes.push(await planChange(db, staging, { source: sourceName, removed }))
  }
  return changes
}

async function hasProviders(db: Database, { network }: StagingTable, source: string): Promise<boolean> {
  const found = await queryRow(
    db,
    z.object({ has: z.boolean() }),
    sql`
    select exists (select from provider where network_code = ${network} and source_name = ${source}) as has`,
  )
  return found?.has === true
}

/** Sets the hidden flags of the staged rows, so that providers that an operator has hidden stay hidden. */
export const applyHidden = (db: Database, { network, table }: StagingTable) =>
  execute(
    db,
    sql`
    update ${sql.table(table)} as staged
       set hidden = not staged.hidden
     where staged.hidden <> exists (select from hidden_provider
                                   where network_code = ${network} and hidden_provider.hash = staged.hash)`,
  )

/**
 * Applies the planned changes. Prepares new tables first, then changes everything in one transaction, in which
 * `record` runs first. Searches wait only for the last step, which swaps table names without scanning rows.
 */
export async function applyChanges<T>(
  session: ImportSession,
  databaseContext: DatabaseContext,
  changes: readonly NetworkChange[],
  { onStatus }: { onStatus?: StatusListener },
  record: (results: NetworkResult[]) => Promise<T>,
): Promise<T> {
  const rebuilt = changes.filter(isRebuilt)
  for (const change of rebuilt) {
    onStatus?.(messages.building(change.network))
    await copyUnchangedRows(session.db, change)
    await prepareTable(session, databaseContext, change)
  }
  return session.transaction(async () => {
    const recorded = await record(changes.map(toNetworkResult))
    // This uses other connections: `analyze` needs none of the transaction's locks, and the statistics are
    // ready when it commits.
    const analyzed = rebuilt.map((change) => analyzeTable(databaseContext.owner, change))
    await Promise.all([writeChanges(session.db, changes), ...analyzed])
    await swapTables(session.db, rebuilt, onStatus)
    return recorded
  })
}

/**
 * Prepares a complete table, which already has its primary key, to become a network's table; uses two
 * sessions if it is large.
 */
async function prepareTable({ db }: ImportSession, databaseContext: DatabaseContext, change: NetworkChange) {
  await constrainTable(db, change)
  const indexes = await missingIndexes(db, change)
  const collectAndBuild = async () => {
    await collectDerivedData(db, change)
    await buildIndexes(db, indexes)
  }
  if (change.current + change.added < parallelIndexMinRows) await collectAndBuild()
  else
    await inImportSession(databaseContext, (helper) =>
      Promise.all([collectAndBuild(), buildIndexes(helper.db, indexes)]),
    )
}

const isRebuilt = ({ strategy }: NetworkChange) => strategy === 'swap'

/** Makes the changes that searches do not wait for. */
async function writeChanges(db: Database, changes: readonly NetworkChange[]) {
  const diffs = changes.filter(({ strategy }) => strategy === 'diff')
  const rebuilt = changes.filter(isRebuilt)
  if (diffs.length + rebuilt.length === 0) return
  // Networks share the name words, and adding a network takes the same locks as a swap, so only one
  // transaction at a time can continue from here.
  await lockDirectory(db)
  for (const change of rebuilt) await updateDerivedData(db, change)
  for (const change of diffs) await applyDiff(db, change)
}

export const toNetworkResult = ({
  network,
  added,
  changed,
  removed,
  unchanged,
}: NetworkChange): NetworkResult => ({
  network,
  added,
  changed,
  removed,
  unchanged,
})

/** Locks a network for this session; waits while another session holds the lock. */
export async function lockNetwork(db: Database, network: string, onStatus: StatusListener) {
  await acquireImportLock(db, 'providers', () => onStatus?.(messages.waiting(network)), network)
}

const firstPauseMs = 100
const maxPauseMs = 5000

/**
 * Replaces the current tables of networks with prepared ones and drops the current ones. Must be the last
 * step of its transaction: it locks all networks, and searches wait for the commit.
 */
async function swapTables(db: Database, prepared: readonly PreparedTable[], onStatus: StatusListener) {
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
    if (!isLockRefused(error)) throw error
    await execute(db, sql`rollback to savepoint before_lock`)
    return false
  }
}
