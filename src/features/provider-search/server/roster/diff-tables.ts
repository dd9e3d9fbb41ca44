import { z } from 'zod'
import { type Database, execute, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { presentRows } from './network-tables.ts'
import type { IncomingTable } from './staging-tables.ts'

const counts = z.object({
  present: z.number(),
  ofSource: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
})

/** How the rows that came in stand to those that the network has at `present`, `ofSource` of them of one source. */
export type Comparison = z.infer<typeof counts>

/** Which present rows go when they did not come in: a condition on `present`. */
export type Leaving = { source: string; removed: Sql }

/** The hashes of the rows that are added, changed or removed, for this session. */
export const differenceOf = (table: string) => sql.table(`${table}_difference`)

/** Compares the rows that came in with those that the network has, and keeps which ones differ. */
export async function compareTables(
  db: Database,
  { network, table }: IncomingTable,
  leaving: Leaving,
): Promise<Comparison> {
  const present = await presentRows(db, network)
  const came = sql.table(table)
  const difference = differenceOf(table)
  await execute(db, sql`create temporary table ${difference} (hash text collate "C", change text)`)
  if (!(await isEmpty(db, present)))
    await execute(db, sql`insert into ${difference} ${compared(came, present, leaving)}`)
  const found = await rowOf(
    db,
    counts,
    sql`
    select (select count(*) from ${present} as present) as present,
           (select count(*) from ${present} as present where source_name = ${leaving.source}) as "ofSource",
           count(*) filter (where change = 'added') as added,
           count(*) filter (where change = 'changed') as changed,
           count(*) filter (where change = 'removed') as removed
      from ${difference}`,
  )
  if (!found) throw new Error('The comparison gave no counts.')
  return found
}

/** Materialized, so that what is joined are digests: with whole answers it would take ten times the memory. */
const compared = (came: Sql, present: Sql, { removed }: Leaving) => sql`
  with came as materialized (
    select hash, ${digest} as digest from ${came} as came
  ), there as materialized (
    select hash, ${digest} as digest, ${removed} as leaves from ${present} as present
  )
  select hash, case when there.digest is null then 'added' when came.digest is null then 'removed' else 'changed' end
    from came
    full join there using (hash)
   where there.digest is null or came.digest <> there.digest or (came.digest is null and there.leaves)`

const digest = sql`
  hashtextextended(located_by || coalesce(tin, '') || source_name || hidden || coalesce(details::text, '') || answer, 0)`

const example = z.object({
  change: z.enum(['added', 'changed', 'removed']),
  id: z.string(),
  name: z.string(),
})
export type Example = z.infer<typeof example>

/** Some of the rows that differ, a few of each kind, by their ids. */
export async function examplesOf(
  db: Database,
  { network, table }: IncomingTable,
  most: number,
): Promise<Example[]> {
  const present = await presentRows(db, network)
  const some = (change: string, rows: Sql) => sql`
    (select change, roster_id as id, name
       from ${differenceOf(table)} join ${rows} as row using (hash)
      where change = ${change} order by roster_id limit ${most})`
  const came = sql.table(table)
  return rowsOf(
    db,
    example,
    sql`${some('removed', present)} union all ${some('changed', came)} union all ${some('added', came)}`,
  )
}

async function isEmpty(db: Database, rows: Sql): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ empty: z.boolean() }),
    sql`select not exists (select from ${rows} as present) as empty`,
  )
  return found?.empty ?? false
}
