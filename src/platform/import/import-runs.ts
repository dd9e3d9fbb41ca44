import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { type Database, execute, queryRow, sql } from '../db/database.ts'

/** The number of rows, or files, that an import read, wrote and rejected. */
export type ImportCounts = Record<'read' | 'added' | 'changed' | 'rejected', number>

/** The counts of an import run; `warned` counts what was imported with a warning. */
export type RunCounts = ImportCounts & { removed?: number; warned?: number }

/** What an import run read, and who started it. */
type RunStart = { kind: string; file: string; sourceName?: string; actor: string; startedAt: Date }

/** Records the start of an import, so that an interrupted one leaves a trace too. Returns the run ID. */
export async function startImportRun(db: Database, run: RunStart): Promise<string> {
  const { kind, file, sourceName = null, actor, startedAt } = run
  const started = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    insert into import_run (kind, source, source_name, actor, started_at)
    values (${kind}, ${file}, ${sourceName}, ${actor}, ${startedAt}) returning id::text`,
  )
  if (!started) throw new Error('The import run was not recorded.')
  return started.id
}

/** Adds the counts of a file or batch to a run. */
export const addToImportRun = (db: Database, id: string, counts: RunCounts) =>
  execute(
    db,
    sql`
    update import_run
       set rows_read = rows_read + ${counts.read}, rows_added = rows_added + ${counts.added},
           rows_changed = rows_changed + ${counts.changed}, rows_removed = rows_removed + ${counts.removed ?? 0},
           rows_rejected = rows_rejected + ${counts.rejected}, rows_warned = rows_warned + ${counts.warned ?? 0}
     where id = ${id}`,
  )

/** Marks a run as finished; its outcome follows from its counts unless the import was refused. */
export const finishImportRun = (db: Database, id: string, outcome?: string) =>
  execute(
    db,
    sql`
    update import_run
       set finished_at = ${now()},
           outcome = coalesce(${outcome ?? null},
             case when rows_added + rows_changed + rows_removed > 0 then 'done' else 'nothing to do' end)
     where id = ${id}`,
  )

/** Records a finished import. Returns the run ID. */
export async function recordImportRun(
  db: Database,
  { counts, outcome, ...run }: RunStart & { counts: RunCounts; outcome?: string },
): Promise<string> {
  const id = await startImportRun(db, run)
  await addToImportRun(db, id, counts)
  await finishImportRun(db, id, outcome)
  return id
}

/**
 * Acquires an advisory lock so that one import of a kind, or of a part of it, runs at a time; calls `wait` if another
 * one is running. The lock ends with the connection.
 */
export async function acquireImportLock(db: Database, kind: string, wait: () => void, part?: string) {
  const key = part === undefined ? sql`hashtext(${kind})` : sql`hashtext(${kind}), hashtext(${part})`
  const lock = await queryRow(
    db,
    z.object({ isAcquired: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as "isAcquired"`,
  )
  if (lock?.isAcquired) return
  wait()
  await execute(db, sql`select pg_advisory_lock(${key})`)
}
