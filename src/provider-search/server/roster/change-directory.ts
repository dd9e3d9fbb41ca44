import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import type { Workplace } from '#platform/server/workplace.ts'
import {
  changeInPlace,
  completeTable,
  followTable,
  type NetworkChange,
  planChange,
} from './change-network.ts'
import { type ImportSession, inImportSession } from './import-session.ts'
import { addWords } from './name-words.ts'
import { indexTable, swapIn } from './network-tables.ts'
import type { NetworkResult, RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'

/** From so many rows on, two sessions build a table's indexes sooner than one. */
const worthTwoSessions = 50_000

/**
 * What is to become of each network that rows came in for. From here to the end of the session, other imports
 * into these networks wait.
 */
export async function planChanges(
  db: Database,
  tables: ReadonlyMap<string, string>,
  { replace = false, say }: Pick<RosterImport, 'replace' | 'say'>,
): Promise<NetworkChange[]> {
  const changes: NetworkChange[] = []
  for (const [network, table] of tables) {
    if (!(await hasRows(db, table))) continue
    await waitForTurn(db, network, say)
    changes.push(await planChange(db, network, table, replace))
  }
  return changes
}

/**
 * Brings the directory to what came in. New tables are made ready beside the old ones; then everything changes in
 * one transaction, in which `record` writes down what it did. Searches wait only for an exchange of names.
 */
export async function changeDirectory<T>(
  session: ImportSession,
  workplace: Workplace,
  changes: readonly NetworkChange[],
  { say }: Pick<RosterImport, 'say'>,
  record: (results: NetworkResult[]) => Promise<T>,
): Promise<T> {
  for (const change of changes.filter(({ way }) => way === 'new table')) {
    say?.(messages.building(change.network))
    await completeTable(session.db, change)
    await indexSideBySide(session, workplace, change)
  }
  return session.transaction(async () => {
    await takeOver(session.db, changes)
    return record(changes.map(resultOf))
  })
}

async function indexSideBySide(
  { db }: ImportSession,
  workplace: Workplace,
  { table, ...rows }: NetworkChange,
) {
  const count = rows.added + rows.changed + rows.same + rows.others
  if (count < worthTwoSessions) return indexTable([db], table)
  return inImportSession(workplace, (helper) => indexTable([db, helper.db], table))
}

async function takeOver(db: Database, changes: readonly NetworkChange[]) {
  const inPlace = changes.filter(({ way }) => way === 'in place')
  const anew = changes.filter(({ way }) => way === 'new table')
  if (inPlace.length + anew.length === 0) return
  // Words belong to all networks: one import at a time takes some away and adds others.
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('name words'))`)
  for (const change of anew) await followTable(db, change)
  for (const change of inPlace) await changeInPlace(db, change)
  for (const { table } of [...anew, ...inPlace]) await addWords(db, table)
  for (const { table, network } of anew) await swapIn(db, table, network)
}

const resultOf = ({ network, added, changed, removed, same, others }: NetworkChange): NetworkResult => ({
  network,
  added,
  changed,
  removed,
  same: same + others - removed,
})

/** Two imports into one network: the second waits for the first to end. */
async function waitForTurn(db: Database, network: string, say?: (line: string) => void) {
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

async function hasRows(db: Database, table: string): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ has: z.boolean() }),
    sql`select exists (select from ${sql.table(table)}) as has`,
  )
  return found?.has ?? false
}
