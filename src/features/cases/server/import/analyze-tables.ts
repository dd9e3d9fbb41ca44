import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'

/** The share of new rows that makes table statistics outdated: PostgreSQL's autovacuum default. */
const share = 0.1

/** Runs ANALYZE on a table if this import wrote a large share of its rows; autovacuum handles gradual growth. */
export async function renewStatistics(db: Database, table: string, written: number) {
  const grown = await rowOf(
    db,
    z.object({ much: z.boolean() }),
    sql`select ${written} > ${share} * reltuples as much from pg_class where oid = ${table}::regclass`,
  )
  if (grown?.much) await execute(db, sql`analyze ${sql.table(table)}`)
}
