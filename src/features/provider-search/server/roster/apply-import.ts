import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import { lockDirectory } from '../directory-lock.ts'
import {
  applyDiff,
  collectDerivedData,
  copyUnchangedRows,
  type NetworkChange,
  planChange,
  updateDerivedData,
} from './apply-network.ts'
import { analyzeTable, buildIndexes, constrainTable, missingIndexes } from './network-tables.ts'
import type { NetworkResult, RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'
import type { StagingTable } from './staging-tables.ts'
import { swapTables } from './swap-tables.ts'

/** From so many rows on, two sessions build a table's indexes sooner than one. */
const parallelIndexMinRows = 50_000

type StatusListener = RosterImport['onStatus']

/**
 * Keeps all others from changing the networks that an import may change, to the end of the session: those that rows came
 * in for; with `replace` all of them, since any may have providers of the source that the file lacks.
 */
export async function lockNetworks(
  db: Database,
  tables: readonly StagingTable[],
  { replace, onStatus }: Pick<RosterImport, 'replace' | 'onStatus'>,
) {
  const changing = replace ? tables : tables.filter(hasRows)
  for (const { network } of changing) await lockNetwork(db, network, onStatus)
}

/** What is to become of each network that rows came in for, or that with `replace` loses the source's providers. */
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

const hasRows = ({ rows }: StagingTable) => rows > 0

async function hasProviders(db: Database, { network }: StagingTable, source: string): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ has: z.boolean() }),
    sql`
    select exists (select from provider where network_code = ${network} and source_name = ${source}) as has`,
  )
  return found?.has === true
}

/** A provider that an operator has hidden stays hidden, whatever a roster says. */
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
 * Brings the directory to what came in. New tables are made ready beside the old ones; then everything changes in
 * one transaction, in which `record` writes down first what they are. Searches wait only for its last step, which exchanges
 * the tables' names and looks at no row.
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
    // On other connections: statistics want none of the transaction's locks, and are ready when it ends.
    const analyzed = rebuilt.map((change) => analyzeTable(databaseContext.owner, change))
    await Promise.all([writeChanges(session.db, changes), ...analyzed])
    await swapTables(session.db, rebuilt, onStatus)
    return recorded
  })
}

/** Makes a whole table that has its key ready to be a network's, a large one on two sessions side by side. */
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

/** Writes everything that searches need not wait for. */
async function writeChanges(db: Database, changes: readonly NetworkChange[]) {
  const diffs = changes.filter(({ strategy }) => strategy === 'diff')
  const rebuilt = changes.filter(isRebuilt)
  if (diffs.length + rebuilt.length === 0) return
  // Words belong to all networks, and a network that is added locks what an exchange locks: one at a time, from here.
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

/** Of two that change one network, the second waits for the first to end. */
export async function lockNetwork(db: Database, network: string, onStatus: StatusListener) {
  const key = sql`hashtext('providers'), hashtext(${network})`
  const lock = await rowOf(
    db,
    z.object({ acquired: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as acquired`,
  )
  if (lock?.acquired) return
  onStatus?.(messages.waiting(network))
  await execute(db, sql`select pg_advisory_lock(${key})`)
}
