import { z } from 'zod'
import { type Database, execute, rowsOf, type Sql, sql } from '../database.ts'

const faulty = z.object({ line: z.number(), fault: z.tuple([z.string(), z.string()]) })

/** What is wrong with a row, by the name of the fault: a sentence about the second half of its `fault`. */
export type Faults = Readonly<Record<string, (subject: string) => string>>

/**
 * Checks the rows of `incoming` against everything else, into the table `checked`, whose column `fault` has the
 * name of a fault and what it is about; adds why lines are rejected.
 */
export async function checkRows(
  db: Database,
  checkedRows: Sql,
  faults: Faults,
  reasons: Map<number, string>,
) {
  await execute(db, sql`create temporary table checked on commit drop as ${checkedRows}`)
  await execute(db, sql`analyze checked`)
  const query = sql`select line, fault from checked where fault is not null order by line`
  for (const { line, fault } of await rowsOf(db, faulty, query)) {
    const [name, subject] = fault
    reasons.set(line, faults[name]?.(subject) ?? name)
  }
}
