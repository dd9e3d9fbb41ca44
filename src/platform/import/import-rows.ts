import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { audit } from '../db/audit.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { type Database, execute, queryRow, type Sql, sql } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import type { CsvTable } from './column-parsers.ts'
import type { CsvSource } from './csv-file.ts'
import { messages } from './import-messages.ts'
import { acquireImportLock, type RunStart, recordImportRun, withImportRun } from './import-runs.ts'
import {
  createRowParser,
  createStaging,
  loadStaging,
  rejectRows,
  type ValidationMessages,
  validateStaging,
} from './load-staging.ts'
import type { Rejects } from './rejects.ts'

/** The result of merging checked rows. */
export const counts = z.object({ added: z.number(), changed: z.number() })

/** One kind of import file and how to merge its rows. */
export type TableImport = {
  kind: string
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

/** The name of an error and its subject. */
export type RowFault = readonly [name: string, subject: string]

/** The message for an error of a row. */
export function describeRowFault({ faults }: Pick<TableImport, 'faults'>, [name, subject]: RowFault): string {
  const all: ValidationMessages = { ...messages.faults, ...faults }
  return all[name]?.(subject) ?? name
}

/**
 * Writes rows that come from a request instead of a file, in its transaction and scope, by the rules of the import.
 * `beforeMerge` runs once they are checked, and can throw. Returns the first error of a row, if any; then nothing is
 * written.
 */
export async function writeRows(
  db: Database,
  kind: TableImport,
  rows: readonly (readonly (string | null)[])[],
  { beforeMerge }: { beforeMerge(): Promise<unknown> },
) {
  await createStaging(db, kind.file)
  const lines = rows.map((row, at) => sql`(${sql.join([at + 1, ...row])})`)
  await execute(db, sql`insert into incoming values ${sql.join(lines)}`)
  await kind.lockRows?.(db)
  await validateStaging(db, kind.checked, {}, new Map())
  const faulty = sql`select fault from checked where fault is not null order by line limit 1`
  const fault = (await queryRow(db, z.object({ fault: z.tuple([z.string(), z.string()]) }), faulty))?.fault
  if (fault) return { fault, added: 0, changed: 0 }
  await beforeMerge()
  return { fault, ...(await kind.merge(db)) }
}

type ImportWarnings = { rows: number; lines: string[] }
const noWarnings: ImportWarnings = { rows: 0, lines: [] }

export type ImportRequest = {
  source: CsvSource
  /** What the operator calls the origin of the file, if there are several. */
  sourceName?: string | undefined
  actor: string
  rejects: Rejects
  progress?(read: number, fraction: number): void
  onStatus?(line: string): void
}

export type ImportResult = Record<'read' | 'added' | 'changed' | 'removed' | 'same' | 'rejected', number>

/** Imports all valid rows of a file, or none. Throws an error with a message if the file is unusable. */
export async function importRows(
  databaseContext: DatabaseContext,
  kind: TableImport,
  request: ImportRequest,
): Promise<ImportResult> {
  const startedAt = now()
  const { source, sourceName, actor, rejects, progress, onStatus } = request
  const run = { kind: kind.kind, file: source.name, sourceName, actor, startedAt }
  try {
    return await withImportRun(databaseContext, run, async (session, startedRun) => {
      const parseRow = createRowParser(source.name, kind.file, source.header)
      await acquireImportLock(session.db, kind.kind, () => onStatus?.(messages.waiting))
      await bypassTenantFilter(session.db)
      const { result, reasons, warnings } = await session.transaction(async () => {
        const staged = await loadStaging(session, kind.file, { source, parseRow, progress })
        await kind.lockRows?.(session.db)
        await validateStaging(
          session.db,
          kind.checked,
          { ...messages.faults, ...kind.faults },
          staged.reasons,
        )
        const { added, changed, removed = 0 } = await kind.merge(session.db)
        const rejected = staged.reasons.size
        const same = staged.read - added - changed - rejected
        const result = { read: staged.read, added, changed, removed, same, rejected }
        const warnings = (await kind.findWarnings?.(session.db)) ?? noWarnings
        await recordRun(session.db, run, startedRun, { result, warned: warnings.rows })
        return { result, reasons: staged.reasons, warnings }
      })
      for (const line of warnings.lines) onStatus?.(line)
      await rejectRows(source, reasons, rejects)
      return result
    })
  } finally {
    await rejects.close()
  }
}

type FinishedImport = { result: ImportResult; warned: number }

async function recordRun(
  db: Database,
  run: RunStart,
  startedRun: string,
  { result, warned }: FinishedImport,
) {
  const { added, changed, removed, rejected } = result
  const { actor, kind, file } = run
  await recordImportRun(db, { ...run, startedRun, counts: { ...result, warned } })
  if (added + changed + removed === 0) return
  const detail = { added, changed, removed, rejected }
  await audit(db, { actor, action: `${kind} imported`, subject: file, detail })
}
