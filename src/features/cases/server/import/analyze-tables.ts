import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'

/** By which share a table grows until what is known of it is out of date: PostgreSQL's own measure. */
const share = 0.1

/** Renews what the database knows of a table into which so many rows were written, if they are many beside all rows; what adds up is PostgreSQL's own. */
export async function renewStatistics(db: Database, table: string, written: number) {
  const grown = await rowOf(
    db,
    z.object({ much: z.boolean() }),
    sql`select ${written} > ${share} * reltuples as much from pg_class where oid = ${table}::regclass`,
  )
  if (grown?.much) await execute(db, sql`analyze ${sql.table(table)}`)
}
