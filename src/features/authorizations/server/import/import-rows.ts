import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import type { Database, Sql } from '#platform/db/database.ts'
import { type DatabaseContext, inImportSession } from '#platform/db/database-context.ts'
import type { CsvTable } from '#platform/import/column-parsers.ts'
import type { CsvSource } from '#platform/import/csv-file.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import { acquireImportLock, recordImportRun } from '#platform/import/import-runs.ts'
import {
  createRowParser,
  loadStaging,
  rejectRows,
  type ValidationMessages,
  validateStaging,
} from '#platform/import/load-staging.ts'
import type { Rejects } from '#platform/import/rejects.ts'
import { messages } from './import-messages.ts'

/** The result of merging checked rows. */
export const counts = z.object({ added: z.number(), changed: z.number() })

/** One kind of import file and how to merge its rows. */
export type TableImport = {
  kind: 'itns' | 'lookups'
  file: CsvTable
  /** Locks the stored rows that the staged rows are compared with. */
  lockRows?(db: Database): Promise<unknown>
  /** Selects the rows of `incoming`, each with its error, if any. */
  checked: Sql
  faults: ValidationMessages
  /** Counts the rows of `checked` that were imported with a warning and lists the warnings. */
  findWarnings?(db: Database): Promise<ImportWarnings>
  /** Writes the rows of `checked` that are new or changed. */
  merge(db: Database): Promise<z.infer<typeof counts> & { removed?: number }>
}

type ImportWarnings = { rows: number; lines: string[] }
const noWarnings: ImportWarnings = { rows: 0, lines: [] }

export type ImportRequest = {
  source: CsvSource
  actor: string
  rejects: Rejects
  progress?(read: number, fraction: number): void
  say?(line: string): void
}

export type ImportResult = Record<'read' | 'added' | 'changed' | 'removed' | 'same' | 'rejected', number>

/** Imports all valid rows of a file, or none. Throws an error with a message if the file is unusable. */
export async function importRows(
  databaseContext: DatabaseContext,
  kind: TableImport,
  request: ImportRequest,
): Promise<ImportResult> {
  const startedAt = now()
  const { source, rejects, progress, say } = request
  try {
    const parseRow = createRowParser(source.name, kind.file, source.header)
    return await inImportSession(databaseContext, async (session) => {
      await acquireImportLock(session.db, kind.kind, () => say?.(messages.waiting))
      await bypassTenantFilter(session.db)
      const { result, reasons, warnings } = await session.transaction(async () => {
        const staged = await loadStaging(session, kind.file, { source, parseRow, progress })
        await kind.lockRows?.(session.db)
        await validateStaging(session.db, kind.checked, { ...general.faults, ...kind.faults }, staged.reasons)
        const { added, changed, removed = 0 } = await kind.merge(session.db)
        const rejected = staged.reasons.size
        const same = staged.read - added - changed - rejected
        const result = { read: staged.read, added, changed, removed, same, rejected }
        const warnings = (await kind.findWarnings?.(session.db)) ?? noWarnings
        await recordRun(session.db, kind, request, { result, warned: warnings.rows, startedAt })
        return { result, reasons: staged.reasons, warnings }
      })
      for (const line of warnings.lines) say?.(line)
      await rejectRows(source, reasons, rejects)
      return result
    })
  } finally {
    await rejects.close()
  }
}

type FinishedImport = { result: ImportResult; warned: number; startedAt: Date }

async function recordRun(
  db: Database,
  { kind }: TableImport,
  { source, actor }: ImportRequest,
  { result, warned, startedAt }: FinishedImport,
) {
  const { added, changed, removed, rejected } = result
  const counts = { ...result, warned }
  await recordImportRun(db, { kind, file: source.name, actor, startedAt, counts })
  if (added + changed + removed === 0) return
  const detail = { added, changed, removed, rejected }
  await audit(db, { actor, action: `${kind} imported`, subject: source.name, detail })
}
