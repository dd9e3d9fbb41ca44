import { z } from 'zod'
import { type Database, rowOf, type Sql, sql } from '#platform/server/database.ts'
import type { IncomingTable } from './incoming-tables.ts'
import { presentRows } from './network-tables.ts'

const counts = z.object({ added: z.number(), changed: z.number(), same: z.number(), others: z.number() })

/** How the rows that came in stand to those that are there; `others` are there and did not come. */
export type Comparison = z.infer<typeof counts>

/** Compares the rows that came in with those that the network has. */
export async function compareTables(
  db: Database,
  { network, table, rows }: IncomingTable,
): Promise<Comparison> {
  const present = await presentRows(db, network)
  if (await isEmpty(db, present)) return { added: rows, changed: 0, same: 0, others: 0 }
  const found = await rowOf(db, counts, compared(sql.table(table), present))
  if (!found) throw new Error('The comparison gave no counts.')
  return found
}

/** Materialized, so that what is joined are digests: with whole answers it would take ten times the memory. */
const compared = (came: Sql, present: Sql) => sql`
  with came as materialized (
    select hash, ${digest} as digest from ${came} as came
  ), present as materialized (
    select hash, ${digest} as digest from ${present} as present
  ), compared as (
    select count(*) filter (where present.hash is null) as added,
           count(*) filter (where present.digest = came.digest) as same,
           count(present.hash) as known
      from came
      left join present using (hash)
  )
  select added, known - same as changed, same, (select count(*) from present) - known as others
    from compared`

const digest = sql`hashtextextended(located_by || coalesce(tin, '') || answer, 0)`

async function isEmpty(db: Database, rows: Sql): Promise<boolean> {
  const found = await rowOf(
    db,
    z.object({ empty: z.boolean() }),
    sql`select not exists (select from ${rows} as present) as empty`,
  )
  return found?.empty ?? false
}
