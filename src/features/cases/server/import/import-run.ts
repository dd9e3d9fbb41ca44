import { audit } from '#platform/db/audit.ts'
import type { Database } from '#platform/db/database.ts'
import { addToImportRun, finishImportRun, type RunCounts } from '#platform/import/import-runs.ts'

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

/** Returns the record of a case import that has started. */
export function openRun(
  db: Database,
  { id, source, actor }: { id: string; source: string; actor: string },
): ImportRun {
  return {
    async record(transaction, file, counts, codes) {
      await addToImportRun(transaction, id, counts)
      const { added, changed, rejected } = counts
      if (added + changed === 0) return
      const detail = { run: id, file, added, changed, rejected }
      const event = { actor, action: 'cases imported', subject: source }
      await audit(transaction, { ...event, clientCodes: codes, detail })
    },

    async close() {
      await finishImportRun(db, id)
    },
  }
}
