import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import { presentRows } from './network-tables.ts'

const counts = z.object({ added: z.number(), changed: z.number(), same: z.number(), others: z.number() })

/** How the rows that came in stand to those that are there; `others` are there and did not come. */
export type Comparison = z.infer<typeof counts>

/** Compares the rows that came in with those that the network has. */
export async function compareTables(db: Database, table: string, network: string): Promise<Comparison> {
  const present = await presentRows(db, network)
  const digest = sql`hashtextextended(located_by || answer, 0) as digest`
  const found = await rowOf(
    db,
    counts,
    sql`
    select count(*) filter (where old.hash is null)            as added,
           count(*) filter (where new.digest <> old.digest)    as changed,
           count(*) filter (where new.digest = old.digest)     as same,
           count(*) filter (where new.hash is null)            as others
      from (select hash, ${digest} from ${sql.table(table)}) as new
      full join (select hash, ${digest} from ${present} as present) as old using (hash)`,
  )
  if (!found) throw new Error('The comparison gave no counts.')
  return found
}
