import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import {
  changeInPlace,
  completeTable,
  followTable,
  type NetworkChange,
  planChange,
} from './change-network.ts'
import { dropTable, swapIn } from './incoming-tables.ts'
import { addWords } from './name-words.ts'
import { messages } from './roster-messages.ts'

export type NetworkResult = { network: string; added: number; changed: number; removed: number; same: number }

type Options = { replace?: boolean; say?(line: string): void }

/**
 * Brings the directory to what came in, network by network. New tables are made ready beside the old ones; what
 * searches wait for is the exchange of names at the end. Gives 'emptied' when nothing came that could replace.
 */
export async function changeDirectory(
  db: Database,
  tables: ReadonlyMap<string, string>,
  options: Options,
): Promise<NetworkResult[] | 'emptied'> {
  const filled: [network: string, table: string][] = []
  for (const [network, table] of tables) {
    if (await hasRows(db, table)) filled.push([network, table])
    else await dropTable(db, table)
  }
  if (options.replace && filled.length === 0) return 'emptied'

  const changes: NetworkChange[] = []
  for (const [network, table] of filled) {
    await waitForTurn(db, network, options)
    changes.push(await planChange(db, network, table, options.replace ?? false))
  }
  await change(db, changes, options)
  return changes.map(({ network, added, changed, removed, same, others }) => ({
    network,
    added,
    changed,
    removed,
    same: same + others - removed,
  }))
}

async function change(db: Database, changes: NetworkChange[], { say }: Options) {
  const inPlace = changes.filter(({ way }) => way === 'in place')
  const anew = changes.filter(({ way }) => way === 'new table')
  for (const each of anew) {
    say?.(messages.building(each.network))
    await completeTable(db, each)
  }
  // Words belong to all networks: one import at a time takes some away and adds others.
  if (inPlace.length + anew.length > 0)
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('name words'))`)
  for (const each of anew) await followTable(db, each)
  for (const each of inPlace) await changeInPlace(db, each)
  for (const { table } of [...anew, ...inPlace]) await addWords(db, table)
  for (const { table, way } of changes) if (way !== 'new table') await dropTable(db, table)
  for (const { network, table } of anew) await swapIn(db, table, network)
}

/** Two imports into one network: the second waits for the first to end. */
async function waitForTurn(db: Database, network: string, { say }: Options) {
  const key = sql`hashtext('providers'), hashtext(${network})`
  const turn = await rowOf(
    db,
    z.object({ mine: z.boolean() }),
    sql`select pg_try_advisory_xact_lock(${key}) as mine`,
  )
  if (turn?.mine) return
  say?.(messages.waiting(network))
  await execute(db, sql`select pg_advisory_xact_lock(${key})`)
}

async function hasRows(db: Database, table: string): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ has: z.boolean() }),
    sql`select exists (select from ${sql.table(table)}) as has`,
  )
  return found?.has ?? false
}
