import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import { lockDirectory } from '../directory-lock.ts'
import {
  changeInPlace,
  completeTable,
  followTable,
  gatherFrom,
  type NetworkChange,
  planChange,
} from './apply-network.ts'
import { analyzeTable, buildIndexes, constrainTable, missingIndexes } from './network-tables.ts'
import type { NetworkResult, RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'
import type { IncomingTable } from './staging-tables.ts'
import { exchangeTables } from './swap-tables.ts'

/** From so many rows on, two sessions build a table's indexes sooner than one. */
const worthTwoSessions = 50_000

type Say = RosterImport['say']

/**
 * Keeps all others from changing the networks that an import may change, to the end of the session: those that rows came
 * in for; with `replace` all of them, since any may have providers of the source that the file lacks.
 */
export async function lockNetworks(
  db: Database,
  tables: readonly IncomingTable[],
  { replace, say }: Pick<RosterImport, 'replace' | 'say'>,
) {
  const changing = replace ? tables : tables.filter(hasRows)
  for (const { network } of changing) await waitForTurn(db, network, say)
}

/** What is to become of each network that rows came in for, or that with `replace` loses the source's providers. */
export async function planChanges(
  db: Database,
  tables: readonly IncomingTable[],
  { sourceName, replace }: { sourceName: string; replace?: boolean | undefined },
): Promise<NetworkChange[]> {
  const removed = replace ? sql`present.source_name = ${sourceName}` : sql`false`
  const changes: NetworkChange[] = []
  for (const incoming of tables) {
    if (!hasRows(incoming) && !(replace && (await hasProviders(db, incoming, sourceName)))) continue
    await applyHidden(db, incoming)
    changes.push(await planChange(db, incoming, { source: sourceName, removed }))
  }
  return changes
}

const hasRows = ({ rows }: IncomingTable) => rows > 0

async function hasProviders(db: Database, { network }: IncomingTable, source: string): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ has: z.boolean() }),
    sql`
    select exists (select from provider where network_code = ${network} and source_name = ${source}) as has`,
  )
  return found?.has === true
}

/** A provider that an operator has hidden stays hidden, whatever a roster says. */
export const applyHidden = (db: Database, { network, table }: IncomingTable) =>
  execute(
    db,
    sql`
    update ${sql.table(table)} as came
       set hidden = not came.hidden
     where came.hidden <> exists (select from hidden_provider
                                   where network_code = ${network} and hidden_provider.hash = came.hash)`,
  )

/**
 * Brings the directory to what came in. New tables are made ready beside the old ones; then everything changes in
 * one transaction, in which `record` writes down first what they are. Searches wait only for its last step, which exchanges
 * the tables' names and looks at no row.
 */
export async function changeDirectory<T>(
  session: ImportSession,
  databaseContext: DatabaseContext,
  changes: readonly NetworkChange[],
  { say }: { say?: Say },
  record: (results: NetworkResult[]) => Promise<T>,
): Promise<T> {
  const rebuilt = changes.filter(isNewTable)
  for (const change of rebuilt) {
    say?.(messages.building(change.network))
    await completeTable(session.db, change)
    await makeReady(session, databaseContext, change)
  }
  return session.transaction(async () => {
    const recorded = await record(changes.map(resultOf))
    // On other connections: statistics want none of the transaction's locks, and are ready when it ends.
    const analyzed = rebuilt.map((change) => analyzeTable(databaseContext.owner, change))
    await Promise.all([writeChanges(session.db, changes), ...analyzed])
    await exchangeTables(session.db, rebuilt, say)
    return recorded
  })
}

/** Makes a whole table that has its key ready to be a network's, a large one on two sessions side by side. */
async function makeReady({ db }: ImportSession, databaseContext: DatabaseContext, change: NetworkChange) {
  await constrainTable(db, change)
  const indexes = await missingIndexes(db, change)
  const gatherAndBuild = async () => {
    await gatherFrom(db, change)
    await buildIndexes(db, indexes)
  }
  if (change.present + change.added < worthTwoSessions) await gatherAndBuild()
  else
    await inImportSession(databaseContext, (helper) =>
      Promise.all([gatherAndBuild(), buildIndexes(helper.db, indexes)]),
    )
}

const isNewTable = ({ way }: NetworkChange) => way === 'new table'

/** Writes everything that searches need not wait for. */
async function writeChanges(db: Database, changes: readonly NetworkChange[]) {
  const inPlace = changes.filter(({ way }) => way === 'in place')
  const rebuilt = changes.filter(isNewTable)
  if (inPlace.length + rebuilt.length === 0) return
  // Words belong to all networks, and a network that is added locks what an exchange locks: one at a time, from here.
  await lockDirectory(db)
  for (const change of rebuilt) await followTable(db, change)
  for (const change of inPlace) await changeInPlace(db, change)
}

export const resultOf = ({ network, added, changed, removed, same }: NetworkChange): NetworkResult => ({
  network,
  added,
  changed,
  removed,
  same,
})

/** Of two that change one network, the second waits for the first to end. */
export async function waitForTurn(db: Database, network: string, say: Say) {
  const key = sql`hashtext('providers'), hashtext(${network})`
  const turn = await rowOf(
    db,
    z.object({ mine: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as mine`,
  )
  if (turn?.mine) return
  say?.(messages.waiting(network))
  await execute(db, sql`select pg_advisory_lock(${key})`)
}
