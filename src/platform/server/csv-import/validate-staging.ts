import { z } from 'zod'
import { type Database, execute, queryRows, type Sql, sql } from '../database.ts'

const faulty = z.object({ line: z.number(), fault: z.tuple([z.string(), z.string()]) })

/** The message for each error name, given the subject of the error. */
export type ValidationMessages = Readonly<Record<string, (subject: string) => string>>

/**
 * Validates the rows of `incoming` and writes them to the table `checked`, whose column `fault` contains the
 * name of an error and its subject. Adds the reason for each rejected line to `reasons`.
 */
export async function validateStaging(
  db: Database,
  checkedRows: Sql,
  faults: ValidationMessages,
  reasons: Map<number, string>,
) {
  await execute(db, sql`create temporary table checked on commit drop as ${checkedRows}`)
  await execute(db, sql`analyze checked`)
  const query = sql`select line, fault from checked where fault is not null order by line`
  for (const { line, fault } of await queryRows(db, faulty, query)) {
    const [name, subject] = fault
    reasons.set(line, faults[name]?.(subject) ?? name)
  }
}
