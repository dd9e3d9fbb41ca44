import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '#platform/server/database.ts'

/** The share of new rows that makes statistics outdated, as in PostgreSQL's `autovacuum_analyze_scale_factor`. */
const analyzeThreshold = 0.1

/** Runs ANALYZE on a table if this import wrote a large share of its rows; autovacuum handles gradual growth. */
export async function analyzeIfGrown(db: Database, table: string, written: number) {
  const statistics = await queryRow(
    db,
    z.object({ isOutdated: z.boolean() }),
    sql`select ${written} > ${analyzeThreshold} * reltuples as "isOutdated" from pg_class where oid = ${table}::regclass`,
  )
  if (statistics?.isOutdated) await execute(db, sql`analyze ${sql.table(table)}`)
}
