import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '../db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '../db/database-context.ts'
import { traced } from '../telemetry/traced.ts'

/** The number of rows, or files, that an import read, wrote and rejected. */
export type ImportCounts = Record<'read' | 'added' | 'changed' | 'rejected', number>

/** The counts of an import run; `warned` counts what was imported with a warning. */
export type RunCounts = ImportCounts & { removed?: number; warned?: number }

/**
 * What an import run reads, and who started it. `sourceName` and `network` are what its kind calls a source: a failed run
 * counts until a later one of the same kind, source and network succeeds.
 */
export type RunStart = {
  kind: string
  file: string
  sourceName?: string | undefined
  /** The network of all rows of a roster, if they do not name their own. */
  network?: string | undefined
  actor: string
  startedAt: Date
}

/** Records the start of an import, so that an interrupted one leaves a trace too. Returns the run ID. */
export async function startImportRun(db: Database, run: RunStart): Promise<string> {
  const { kind, file, sourceName = null, network = null, actor, startedAt } = run
  const started = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    insert into import_run (kind, source, source_name, requested_network, actor, started_at)
    values (${kind}, ${file}, ${sourceName}, ${network}, ${actor}, ${startedAt}) returning id::text`,
  )
  if (!started) throw new Error('The import run was not recorded.')
  return started.id
}

/**
 * Runs an import in a session of its own, as a run that is recorded before anything else is written. `work` finishes the run
 * in the transaction that writes the rows. If it throws, the run has failed; so has one whose session is gone without an end:
 * the session holds a lock that tells others that the run is in progress.
 */
export const withImportRun = <T>(
  databaseContext: DatabaseContext,
  run: RunStart,
  work: (session: ImportSession, runId: string) => Promise<T>,
): Promise<T> =>
  traced(`import ${run.kind}`, () =>
    inImportSession(databaseContext, async (session) => {
      const id = await session.transaction(async () => {
        const started = await startImportRun(session.db, run)
        await execute(session.db, sql`select pg_advisory_lock(hashtext('import run'), ${started}::int)`)
        return started
      })
      try {
        return await work(session, id)
      } catch (error) {
        // Without the database, the lost lock tells that the run failed.
        await finishImportRun(databaseContext.owner, id, 'failed').catch(() => {})
        throw error
      }
    }),
  )

/** Reads what an import needs before it can start. If that fails, records a failed import and throws the error. */
export async function readOrRecordFailure<T>(
  record: (work: (owner: Database) => Promise<unknown>) => Promise<unknown>,
  run: RunStart,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    await record(async (owner) => finishImportRun(owner, await startImportRun(owner, run), 'failed')).catch(
      () => {},
    )
    throw error
  }
}

const importState = z.object({
  kind: z.string(),
  source: z.string(),
  network: z.string(),
  succeededAt: z.date().nullable(),
  failures: z.number(),
})

/** Each source that was ever imported: when that last succeeded, and how many of its imports failed since. */
export const listImportStates = (db: Database) =>
  queryRows(
    db,
    importState,
    sql`
    select kind, source, network, succeeded_at as "succeededAt", failures
      from list_import_states() order by kind, source, network`,
  )

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

/**
 * Marks a run as finished; its outcome follows from its counts unless the import was refused or failed. What fails after
 * the import was committed, such as writing the rejects file, leaves the outcome as it is.
 */
export const finishImportRun = (db: Database, id: string, outcome?: string) =>
  execute(
    db,
    sql`
    update import_run
       set finished_at = ${now()},
           outcome = coalesce(${outcome ?? null},
             case when rows_added + rows_changed + rows_removed > 0 then 'done' else 'nothing to do' end)
     where id = ${id} ${outcome === 'failed' ? sql`and finished_at is null` : sql``}`,
  )

/** Records the counts of an import and its end, in a run that was started or in a new one. Returns the run ID. */
export async function recordImportRun(
  db: Database,
  {
    counts,
    outcome,
    startedRun,
    ...run
  }: RunStart & { counts: RunCounts; outcome?: string; startedRun?: string | undefined },
): Promise<string> {
  const id = startedRun ?? (await startImportRun(db, run))
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
