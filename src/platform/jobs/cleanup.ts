import type { Log } from '../config/log.ts'
import { type Database, execute, inTransaction, type Sql, sql, tryAdvisoryLock } from '../db/database.ts'
import { traced } from '../telemetry/traced.ts'
import { startPollWorker, type Worker } from './poll-worker.ts'

/**
 * Deletes rows that no query reads anymore, or moves them to where they are kept. Nothing may depend on when: queries
 * ignore expired rows, whether or not they have been deleted.
 */
export type CleanupJob = {
  /** The table whose rows are deleted, or a name for a change to rows. */
  name: string
  /** Statements that run in order in one transaction. */
  statements: () => readonly Sql[]
}

const intervalMs = 60_000

type CleanupDeps = { db: Database; jobs: readonly CleanupJob[]; log: Log }

/** Runs all jobs every minute until stopped, in any number of processes; `name` is for the metrics. */
export const startCleanup = (name: 'cleanup' | 'owner_cleanup', deps: CleanupDeps): Worker =>
  startPollWorker({
    job: name,
    intervalMs,
    async poll(stopping, noteFailure) {
      if ((await runCleanup(deps, stopping)) > 0) noteFailure()
    },
    log: deps.log,
    failure: 'cleanup failed',
  })

/** Runs each job once. One that fails is logged and does not affect the others. Returns how many failed. */
export async function runCleanup({ db, jobs, log }: CleanupDeps, stopping?: AbortSignal): Promise<number> {
  let failed = 0
  for (const job of jobs) {
    if (stopping?.aborted) break
    await runJob(db, job).catch((error: unknown) => {
      failed += 1
      log.warn({ err: error, job: job.name }, 'cleanup failed')
    })
  }
  return failed
}

/** Skips the job while another process runs it. */
const runJob = (db: Database, { name, statements }: CleanupJob) =>
  traced(`clean up ${name}`, () =>
    inTransaction(db, async (transaction) => {
      if (!(await tryAdvisoryLock(transaction, 'cleanup', name))) return
      // A job that waits for a row's lock would delay the others and shutdown; it is repeated a minute later.
      await execute(transaction, sql`set local lock_timeout = '2s'`)
      for (const statement of statements()) await execute(transaction, statement)
    }),
  )
