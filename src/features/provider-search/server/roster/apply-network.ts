import { type Database, execute, sql } from '#platform/server/database.ts'
import { type Comparison, compareTables, differenceOf, type Leaving } from './diff-tables.ts'
import { gatherLookUps, makeLookUps } from './lookup-data.ts'
import { addWords, gatherWords, rememberWords, removeWords } from './name-words.ts'
import { presentRows, written } from './network-tables.ts'
import type { IncomingTable } from './staging-tables.ts'

/** What is to become of a network, and how: rows changed where they are, or a new table in place of the old. */
export type NetworkChange = Comparison &
  IncomingTable & { source: string; same: number; way: 'nothing' | 'in place' | 'new table' }

/** Changing a row in place costs as much as five rows of a new table, and leaves the table less in order. */
const rowsForOneChange = 10

/** Decides what is to become of a network from the rows that came in. */
export async function planChange(
  db: Database,
  incoming: IncomingTable,
  leaving: Leaving,
): Promise<NetworkChange> {
  const compared = await compareTables(db, incoming, leaving)
  const isEmpty = compared.present === 0
  const found = isEmpty ? { ...compared, added: incoming.rows } : compared
  const changes = found.added + found.changed + found.removed
  const rows = found.present + found.added
  const way = changes === 0 ? 'nothing' : changes * rowsForOneChange < rows ? 'in place' : 'new table'
  const same = found.present - found.changed - found.removed
  return { ...incoming, ...found, source: leaving.source, same, way }
}

/** Makes the table that came in whole: with the present rows that it neither changes nor removes. */
export async function completeTable(db: Database, { network, table, rows, ...change }: NetworkChange) {
  if (rows === change.present - change.removed + change.added) return
  const present = await presentRows(db, network)
  await execute(
    db,
    sql`
    insert into ${sql.table(table)} (${written})
    select ${written}
      from ${present} as present
     where not exists (select from ${sql.table(table)} as came where came.hash = present.hash)
       and not exists (select from ${differenceOf(table)} as gone where gone.hash = present.hash)`,
  )
}

/** Gathers from a whole table what `followTable` will want of it; no lock of the directory is needed yet. */
export async function gatherFrom(db: Database, { table }: NetworkChange) {
  await gatherWords(db, table)
  await gatherLookUps(db, table)
}

/** Brings words and look-ups in step with the table that is about to take its place. */
export async function followTable(db: Database, { network, table, changed, removed }: NetworkChange) {
  if (changed + removed > 0) {
    const present = await presentRows(db, network)
    await rememberWords(
      db,
      sql`select present.* from ${present} as present join ${differenceOf(table)} using (hash)`,
    )
    await removeWords(db, { network, table })
  }
  await addWords(db, table)
  await makeLookUps(db, network, table)
}

/** Changes, adds and removes the rows that differ where they are, words and look-ups with them. */
export async function changeInPlace(db: Database, { network, table }: NetworkChange) {
  const present = await presentRows(db, network)
  const difference = differenceOf(table)
  await execute(
    db,
    sql`
    create temporary table leaving on commit drop as
    select present.* from ${present} as present join ${difference} using (hash)`,
  )
  await execute(
    db,
    sql`
    create temporary table arriving on commit drop as
    select came.* from ${sql.table(table)} as came join ${difference} using (hash)`,
  )
  await rememberWords(db, sql`select * from leaving`)
  await gatherWords(db, 'arriving')
  await execute(
    db,
    sql`delete from provider using leaving where provider.network_code = ${network} and provider.hash = leaving.hash`,
  )
  await execute(db, sql`insert into provider (${written}) select ${written} from arriving`)
  await addWords(db, 'arriving')
  await removeWords(db, { table: 'arriving' })
  await gatherLookUps(db, 'arriving', present)
  await makeLookUps(db, network, 'arriving')
  await execute(db, sql`drop table leaving, arriving, arriving_word, arriving_city, arriving_type`)
}
