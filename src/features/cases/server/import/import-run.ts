import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'

export type Counts = Record<'read' | 'added' | 'changed' | 'rejected', number>

/** `warned` counts what was taken in with a warning. */
export type RunCounts = Counts & { warned?: number }

/** What is written down of one import, so that one that is cut off leaves its trace too. */
export type ImportRun = {
  /**
   * Writes down what was done with a file, or with some of the documents, and of which client codes rows were written.
   * Call it in the transaction that did it.
   */
  tell(transaction: Database, file: string, counts: RunCounts, codes: readonly string[]): Promise<void>
  /** The import came to its end. */
  close(): Promise<void>
}

/** Writes down that an import of cases begins, before it writes anything else. */
export async function openRun(
  db: Database,
  { source, actor }: { source: string; actor: string },
): Promise<ImportRun> {
  const opened = sql`
    insert into import_run (kind, source, actor, started_at)
    values ('cases', ${source}, ${actor}, ${now()}) returning id::text`
  const run = await rowOf(db, z.object({ id: z.string() }), opened)
  const id = run?.id ?? ''

  return {
    async tell(transaction, file, { read, added, changed, rejected, warned = 0 }, codes) {
      await execute(
        transaction,
        sql`
        update import_run
           set rows_read = rows_read + ${read}, rows_added = rows_added + ${added},
               rows_changed = rows_changed + ${changed}, rows_rejected = rows_rejected + ${rejected},
               rows_warned = rows_warned + ${warned}
         where id = ${id}`,
      )
      if (added + changed === 0) return
      const detail = { run: id, file, added, changed, rejected }
      const event = { actor, action: 'cases imported', subject: source }
      await audit(transaction, { ...event, clientCodes: codes, detail })
    },

    async close() {
      await execute(
        db,
        sql`
        update import_run
           set finished_at = ${now()},
               outcome = case when rows_added + rows_changed > 0 then 'done' else 'nothing to do' end
         where id = ${id}`,
      )
    },
  }
}
