import { type Database, execute, sql } from '#platform/server/database.ts'
import { type Comparison, compareTables, diffTable, type Removal } from './diff-tables.ts'
import { collectLookups, replaceLookups } from './lookup-data.ts'
import { addWords, collectDeletedWords, collectWords, removeWords } from './name-words.ts'
import { currentRows, writtenColumns } from './network-tables.ts'
import type { StagingTable } from './staging-tables.ts'

/**
 * A planned change to a network: nothing, a diff applied to the current table, or a swap of the current table
 * for a new one.
 */
export type NetworkChange = Comparison &
  StagingTable & { source: string; unchanged: number; strategy: 'none' | 'diff' | 'swap' }

/**
 * Changing a row in place costs as much as writing five rows of a new table. The factor is higher because
 * such changes also leave the table less ordered.
 */
const rowsPerChange = 10

/** Plans the change to a network from its staged rows. */
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

/** Adds to the staging table the current rows that the import neither changes nor removes. */
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

/**
 * From a complete table, collects the data that `updateDerivedData` needs. Does not require the directory
 * lock.
 */
export async function collectDerivedData(db: Database, { table }: NetworkChange) {
  await collectWords(db, table)
  await collectLookups(db, table)
}

/** Updates the name words and the lookups for the table that is about to replace the current one. */
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

/** Deletes, updates and inserts the differing rows in the current table, with their name words and lookups. */
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
