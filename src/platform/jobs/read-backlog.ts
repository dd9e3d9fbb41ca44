import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { type Database, queryRow, type Sql, sql } from '../db/database.ts'

const backlogRow = z.object({ waiting: z.number(), oldestSeconds: z.number(), givenUp: z.number() })

/** How many items wait, for how long the oldest has done so, and how many failed for good. */
export type Backlog = z.infer<typeof backlogRow>

/** A queue in the database. Any number of processes serve it. */
export type BacklogSource = {
  /** A word for people and for labels of metrics. */
  queue: string
  /** The items as rows with the columns `since`, when an item was added, and `failed`, whether it was given up. */
  items: Sql
  /** Runs the query with access to the items of every client, if row-level security protects them. */
  within?: <T>(db: Database, work: (transaction: Database) => Promise<T>) => Promise<T>
}

export async function readBacklog(
  db: Database,
  { items, within = (outside, work) => work(outside) }: BacklogSource,
): Promise<Backlog> {
  const backlog = await within(db, (inside) =>
    queryRow(
      inside,
      backlogRow,
      sql`
    select (count(*) filter (where not failed))::int as waiting, (count(*) filter (where failed))::int as "givenUp",
           coalesce(greatest(extract(epoch from ${now()}::timestamptz - min(since) filter (where not failed)), 0), 0)::float8
             as "oldestSeconds"
      from (${items}) as item`,
    ),
  )
  if (!backlog) throw new Error('The backlog has no row.')
  return backlog
}
