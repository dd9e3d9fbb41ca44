import { z } from 'zod'
import { type Database, execute, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { currentRows, type StagingTable } from './staging-tables.ts'

const counts = z.object({
  current: z.number(),
  ofSource: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
})

/**
 * The number of current rows, of those that belong to the source, and of each kind of difference from the
 * staged rows.
 */
export type Comparison = z.infer<typeof counts>

/** The source, and the condition on `current` for the rows to remove if they are not staged. */
export type Removal = { source: string; removed: Sql }

/** The session's temporary table of the hashes of added, changed and removed rows. */
export const diffTable = (table: string) => sql.table(`${table}_difference`)

/** Compares the staged rows with the network's current rows and stores the differences in the diff table. */
export async function compareTables(
  db: Database,
  { network, table }: StagingTable,
  removal: Removal,
): Promise<Comparison> {
  const current = await currentRows(db, network)
  const staged = sql.table(table)
  const diff = diffTable(table)
  await execute(db, sql`create temporary table ${diff} (hash text collate "C", change text)`)
  if (!(await isEmpty(db, current)))
    await execute(db, sql`insert into ${diff} ${diffQuery(staged, current, removal)}`)
  const found = await queryRow(
    db,
    counts,
    sql`
    select (select count(*) from ${current} as current) as current,
           (select count(*) from ${current} as current where source_name = ${removal.source}) as "ofSource",
           count(*) filter (where change = 'added') as added,
           count(*) filter (where change = 'changed') as changed,
           count(*) filter (where change = 'removed') as removed
      from ${diff}`,
  )
  if (!found) throw new Error('The comparison gave no counts.')
  return found
}

/**
 * The differences between staged and current rows. Both are materialized so that the join holds digests; with
 * the complete JSON, it would need ten times the memory.
 */
const diffQuery = (staged: Sql, current: Sql, { removed }: Removal) => sql`
  with staged as materialized (
    select hash, ${digest} as digest from ${staged} as staged
  ), live as materialized (
    select hash, ${digest} as digest, ${removed} as is_removed from ${current} as current
  )
  select hash, case when live.digest is null then 'added' when staged.digest is null then 'removed' else 'changed' end
    from staged
    full join live using (hash)
   where live.digest is null or staged.digest <> live.digest or (staged.digest is null and live.is_removed)`

const digest = sql`
  hashtextextended(located_by || coalesce(tin, '') || source_name || hidden || coalesce(details::text, '') || provider_json, 0)`

const example = z.object({
  change: z.enum(['added', 'changed', 'removed']),
  id: z.string(),
  name: z.string(),
})
export type Example = z.infer<typeof example>

/** Lists a few of the differing rows of each kind, ordered by ID. */
export async function listExamples(
  db: Database,
  { network, table }: StagingTable,
  most: number,
): Promise<Example[]> {
  const current = await currentRows(db, network)
  const some = (change: string, rows: Sql) => sql`
    (select change, roster_id as id, name
       from ${diffTable(table)} join ${rows} as row using (hash)
      where change = ${change} order by roster_id limit ${most})`
  const staged = sql.table(table)
  return queryRows(
    db,
    example,
    sql`${some('removed', current)} union all ${some('changed', staged)} union all ${some('added', staged)}`,
  )
}

async function isEmpty(db: Database, rows: Sql): Promise<boolean> {
  const found = await queryRow(
    db,
    z.object({ empty: z.boolean() }),
    sql`select not exists (select from ${rows} as current) as empty`,
  )
  return found?.empty ?? false
}
