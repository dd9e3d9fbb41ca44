import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'

export type Counts = Record<'read' | 'added' | 'changed' | 'rejected', number>

/** `warned` counts documents imported with a warning. */
export type RunCounts = Counts & { warned?: number }

/** The audit record of one import. It is written step by step, so that an interrupted import leaves a trace too. */
export type ImportRun = {
  /**
   * Records the result for a file or a batch of documents, and the client codes whose rows were written. Call it in
   * the transaction that wrote them.
   */
  record(transaction: Database, file: string, counts: RunCounts, codes: readonly string[]): Promise<void>
  /** Marks the import as complete. */
  close(): Promise<void>
}

/** Records the start of a case import before anything else is written. */
export async function openRun(
  db: Database,
  { source, actor }: { source: string; actor: string },
): Promise<ImportRun> {
  const opened = sql`
    insert into import_run (kind, source, actor, started_at)
    values ('cases', ${source}, ${actor}, ${now()}) returning id::text`
  const run = await queryRow(db, z.object({ id: z.string() }), opened)
  const id = run?.id ?? ''

  return {
    async record(transaction, file, { read, added, changed, rejected, warned = 0 }, codes) {
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
