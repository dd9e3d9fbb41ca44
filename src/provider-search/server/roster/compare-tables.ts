import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import { presentRows } from './network-tables.ts'

const counts = z.object({ added: z.number(), changed: z.number(), same: z.number(), others: z.number() })

/** How the rows that came in stand to those that are there; `others` are there and did not come. */
export type Comparison = z.infer<typeof counts>

/** Compares the rows that came in with those that the network has. */
export async function compareTables(db: Database, table: string, network: string): Promise<Comparison> {
  const present = await presentRows(db, network)
  const found = await rowOf(
    db,
    counts,
    sql`
    with present as (
      select hash, hashtextextended(located_by || answer, 0) as digest from ${present} as present
    ), compared as (
      select count(*) filter (where present.hash is null) as added,
             count(*) filter (where present.digest = hashtextextended(located_by || answer, 0)) as same,
             count(present.hash) as known
        from ${sql.table(table)} as came
        left join present using (hash)
    )
    select added, known - same as changed, same, (select count(*) from ${present} as present) - known as others
      from compared`,
  )
  if (!found) throw new Error('The comparison gave no counts.')
  return found
}
