import { type Database, execute, sql } from '#platform/server/database.ts'
import { type Comparison, compareTables, diffTable, type Removal } from './diff-tables.ts'
import { collectLookups, replaceLookups } from './lookup-data.ts'
import { addWords, collectDeletedWords, collectWords, removeWords } from './name-words.ts'
import { currentRows, writtenColumns } from './network-tables.ts'
import type { StagingTable } from './staging-tables.ts'

/** What is to become of a network, and how: rows changed where they are, or a new table in place of the old. */
export type NetworkChange = Comparison &
  StagingTable & { source: string; unchanged: number; strategy: 'none' | 'diff' | 'swap' }

/** Changing a row in place costs as much as five rows of a new table, and leaves the table less in order. */
const rowsPerChange = 10

/** Decides what is to become of a network from the rows that came in. */
export async function planChange(
  db: Database,
  staging: StagingTable,
  removal: Removal,
): Promise<NetworkChange> {
  const compared = await compareTables(db, staging, removal)
  const isEmpty = compared.current === 0
  const found = isEmpty ? { ...compared, added: staging.rows } : compared
  const changes = found.added + found.changed + found.removed
  const rows = found.current + found.added
  const strategy = changes === 0 ? 'none' : changes * rowsPerChange < rows ? 'diff' : 'swap'
  const unchanged = found.current - found.changed - found.removed
  return { ...staging, ...found, source: removal.source, unchanged, strategy }
}

/** Makes the table that came in whole: with the present rows that it neither changes nor removes. */
export async function copyUnchangedRows(db: Database, { network, table, rows, ...change }: NetworkChange) {
  if (rows === change.current - change.removed + change.added) return
  const current = await currentRows(db, network)
  await execute(
    db,
    sql`
    insert into ${sql.table(table)} (${writtenColumns})
    select ${writtenColumns}
      from ${current} as current
     where not exists (select from ${sql.table(table)} as staged where staged.hash = current.hash)
       and not exists (select from ${diffTable(table)} as deleted where deleted.hash = current.hash)`,
  )
}

/** Gathers from a whole table what `followTable` will want of it; no lock of the directory is needed yet. */
export async function collectDerivedData(db: Database, { table }: NetworkChange) {
  await collectWords(db, table)
  await collectLookups(db, table)
}

/** Brings words and look-ups in step with the table that is about to take its place. */
export async function updateDerivedData(db: Database, { network, table, changed, removed }: NetworkChange) {
  if (changed + removed > 0) {
    const current = await currentRows(db, network)
    await collectDeletedWords(
      db,
      sql`select current.* from ${current} as current join ${diffTable(table)} using (hash)`,
    )
    await removeWords(db, { network, table })
  }
  await addWords(db, table)
  await replaceLookups(db, network, table)
}

/** Changes, adds and removes the rows that differ where they are, words and look-ups with them. */
export async function applyDiff(db: Database, { network, table }: NetworkChange) {
  const current = await currentRows(db, network)
  const diff = diffTable(table)
  await execute(
    db,
    sql`
    create temporary table deleted on commit drop as
    select current.* from ${current} as current join ${diff} using (hash)`,
  )
  await execute(
    db,
    sql`
    create temporary table inserted on commit drop as
    select staged.* from ${sql.table(table)} as staged join ${diff} using (hash)`,
  )
  await collectDeletedWords(db, sql`select * from deleted`)
  await collectWords(db, 'inserted')
  await execute(
    db,
    sql`delete from provider using deleted where provider.network_code = ${network} and provider.hash = deleted.hash`,
  )
  await execute(db, sql`insert into provider (${writtenColumns}) select ${writtenColumns} from inserted`)
  await addWords(db, 'inserted')
  await removeWords(db, { table: 'inserted' })
  await collectLookups(db, 'inserted', current)
  await replaceLookups(db, network, 'inserted')
  await execute(db, sql`drop table deleted, inserted, inserted_word, inserted_city, inserted_type`)
}
