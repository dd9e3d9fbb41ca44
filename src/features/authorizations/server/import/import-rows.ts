import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { CsvTable } from '#platform/server/csv-import/csv-table.ts'
import { acquireImportLock, bypassTenantFilter } from '#platform/server/csv-import/import-lock.ts'
import { loadStaging } from '#platform/server/csv-import/load-staging.ts'
import { messages as general } from '#platform/server/csv-import/messages.ts'
import { rejectRows } from '#platform/server/csv-import/reject-rows.ts'
import { rowReader } from '#platform/server/csv-import/row-reader.ts'
import { type ValidationMessages, validateStaging } from '#platform/server/csv-import/validate-staging.ts'
import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { inImportSession } from '#platform/server/import-session.ts'
import { messages } from './import-messages.ts'

/** The result of merging checked rows. */
export const counts = z.object({ added: z.number(), changed: z.number() })

/** One kind of import file and how to merge its rows. */
export type TableImport = {
  kind: 'itns' | 'lookups'
  file: CsvTable
  /** Locks the rows that `incoming` is compared with. */
  hold?(db: Database): Promise<unknown>
  /** The rows of `incoming`, each with its error, if any. */
  checked: Sql
  faults: ValidationMessages
  /** Counts the rows of `checked` imported with a warning, and builds the warnings. */
  remarks?(db: Database): Promise<Remarks>
  /** Writes the rows of `checked` that are new or changed. */
  merge(db: Database): Promise<z.infer<typeof counts> & { removed?: number }>
}

type Remarks = { rows: number; lines: string[] }
const noRemarks: Remarks = { rows: 0, lines: [] }

export type ImportAsked = {
  source: CsvSource
  actor: string
  rejects: Rejects
  progress?(read: number, fraction: number): void
  say?(line: string): void
}

export type ImportResult = Record<'read' | 'added' | 'changed' | 'removed' | 'same' | 'rejected', number>

/** Imports all valid rows of a file, or nothing. Throws an error with a message if the file is unusable. */
export async function importRows(
  databaseContext: DatabaseContext,
  kind: TableImport,
  asked: ImportAsked,
): Promise<ImportResult> {
  const startedAt = now()
  const { source, rejects, progress, say } = asked
  try {
    const reader = rowReader(source.name, kind.file, source.header)
    return await inImportSession(databaseContext, async (session) => {
      await acquireImportLock(session.db, kind.kind, () => say?.(messages.waiting))
      await bypassTenantFilter(session.db)
      const { result, reasons, remarks } = await session.transaction(async () => {
        const taken = await loadStaging(session, kind.file, { source, reader, progress })
        await kind.hold?.(session.db)
        await validateStaging(session.db, kind.checked, { ...general.faults, ...kind.faults }, taken.reasons)
        const { added, changed, removed = 0 } = await kind.merge(session.db)
        const rejected = taken.reasons.size
        const same = taken.read - added - changed - rejected
        const result = { read: taken.read, added, changed, removed, same, rejected }
        const remarks = (await kind.remarks?.(session.db)) ?? noRemarks
        await record(session.db, kind, asked, { result, warned: remarks.rows, startedAt })
        return { result, reasons: taken.reasons, remarks }
      })
      for (const line of remarks.lines) say?.(line)
      await rejectRows(source, reasons, rejects)
      return result
    })
  } finally {
    await rejects.close()
  }
}

type Done = { result: ImportResult; warned: number; startedAt: Date }

async function record(
  db: Database,
  { kind }: TableImport,
  { source, actor }: ImportAsked,
  { result, warned, startedAt }: Done,
) {
  const { read, added, changed, removed, rejected } = result
  const outcome = added + changed + removed > 0 ? 'done' : 'nothing to do'
  await execute(
    db,
    sql`
    insert into import_run (kind, source, actor, started_at, finished_at, rows_read, rows_added, rows_changed,
                            rows_removed, rows_rejected, rows_warned, outcome)
    values (${kind}, ${source.name}, ${actor}, ${startedAt}, ${now()}, ${read}, ${added}, ${changed}, ${removed},
            ${rejected}, ${warned}, ${outcome})`,
  )
  if (outcome === 'nothing to do') return
  const detail = { added, changed, removed, rejected }
  await audit(db, { actor, action: `${kind} imported`, subject: source.name, detail })
}
