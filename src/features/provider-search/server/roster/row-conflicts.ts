import { z } from 'zod'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/database-errors.ts'
import type { CsvSource } from '#platform/import/csv-file.ts'
import type { Rejects } from '#platform/import/rejects.ts'
import { type LineReason, rejectLines } from '#platform/import/rejects.ts'
import type { Placed } from './import-options.ts'
import { messages } from './roster-messages.ts'
import { currentTable, type StagingTable } from './staging-tables.ts'

type RejectOptions = { source: CsvSource; rejects: Rejects }

const conflict = z.object({ line: z.number(), id: z.string(), owner: z.string().nullable() })

/** Creates the session's temporary table of conflicting rows. */
export async function createConflicts(db: Database) {
  await execute(
    db,
    sql`create temporary table row_conflict (line integer, id text, owner text, located_by text)`,
  )
}

/** Adds the primary key to the staging tables. Removes rows that repeat an earlier ID, and counts them. */
export function removeDuplicates(db: Database, tables: readonly StagingTable[]): Promise<number> {
  return removeFromEach(tables, ({ table }) => addPrimaryKey(db, table))
}

/** Removes rows whose ID belongs to another source of the network, and counts them. */
export function removeForeignRows(db: Database, tables: readonly StagingTable[], source: string) {
  return removeFromEach(tables, async ({ network, table }) => {
    const current = await currentTable(db, network)
    if (!current) return 0
    return execute(
      db,
      sql`
      with foreign_row as (
        delete from ${sql.table(table)} as staged
         using ${sql.table(current)} as current
         where current.hash = staged.hash and current.source_name <> ${source}
        returning staged.line, staged.roster_id, current.source_name, staged.located_by
      )
      insert into row_conflict select * from foreign_row`,
    )
  })
}

async function removeFromEach(
  tables: readonly StagingTable[],
  remove: (table: StagingTable) => Promise<number>,
) {
  let all = 0
  for (const each of tables) {
    const removed = await remove(each)
    each.rows -= removed
    all += removed
  }
  return all
}

/**
 * Adds the primary key, which is needed anyway. If it fails, removes the duplicates, adds it again, and
 * returns their number.
 */
async function addPrimaryKey(db: Database, table: string): Promise<number> {
  const addKey = sql`alter table ${sql.table(table)} add primary key (hash, network_code)`
  await execute(db, sql`savepoint unkeyed`)
  try {
    await execute(db, addKey)
    return 0
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await execute(db, sql`rollback to savepoint unkeyed`)
    const duplicates = await moveDuplicates(db, table)
    await execute(db, addKey)
    return duplicates
  }
}

function moveDuplicates(db: Database, table: string): Promise<number> {
  return execute(
    db,
    sql`
    with repeated as (
      select hash, min(line) as line from ${sql.table(table)} group by hash having count(*) > 1
    ), removed as (
      delete from ${sql.table(table)} as provider
       using repeated
       where provider.hash = repeated.hash and provider.line > repeated.line
      returning provider.line, roster_id, located_by
    )
    insert into row_conflict select line, roster_id, null, located_by from removed`,
  )
}

const locatedCount = z.object({ locatedBy: z.enum(['roster', 'zip', 'city']), rows: z.number() })

/** How many rows were located by each method, excluding the conflicting rows. */
export async function subtractConflicts(db: Database, located: Placed): Promise<Placed> {
  const counts = await queryRows(
    db,
    locatedCount,
    sql`select located_by as "locatedBy", count(*)::integer as rows from row_conflict group by located_by`,
  )
  const rest = { ...located }
  for (const { locatedBy, rows } of counts) rest[locatedBy] -= rows
  return rest
}

/** Reads the roster again to report the conflicting rows as written in the file. */
export const rejectConflicts = (db: Database, { source, rejects }: RejectOptions) =>
  rejectLines(source, conflictReasons(db), rejects)

const conflictsPerQuery = 1000

/** The reasons in line order, read in batches, because a roster may have any number of conflicts. */
async function* conflictReasons(db: Database): AsyncGenerator<LineReason> {
  let conflicts = await conflictsAfter(db, 0)
  while (conflicts.length > 0) {
    for (const { line, id, owner } of conflicts)
      yield [line, owner === null ? messages.duplicateId(id) : messages.foreignId(id, owner)]
    conflicts = await conflictsAfter(db, conflicts.at(-1)?.line ?? 0)
  }
}

const conflictsAfter = (db: Database, line: number) =>
  queryRows(
    db,
    conflict,
    sql`select line, id, owner from row_conflict where line > ${line} order by line limit ${conflictsPerQuery}`,
  )
