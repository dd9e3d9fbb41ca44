import { z } from 'zod'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import {
  type Database,
  execute,
  inTransaction,
  measureClockDifference,
  queryRow,
  queryRows,
  sql,
} from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { openConfiguredStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { lockStoredDocument } from '#platform/pdf/document-service/encryption/encryption-worker.ts'
import { messages } from '../messages.ts'
import { listPeriods, type RetentionDeps, runRetention } from './run-retention.ts'

const intervalMs = 60 * 60_000

/**
 * Removes the files of erased documents that no row refers to anymore. The locks wait for transactions that are storing
 * a document, up to `wait`; later ones store it again.
 */
export async function removeErasedDocuments(
  { owner, storage }: Pick<RetentionDeps, 'owner' | 'storage'>,
  wait: '10s' | '10min' = '10s',
) {
  const queued = await queryRows(
    owner,
    z.object({ key: z.string() }),
    sql`select sha256 as key from erased_document order by 1`,
  )
  for (const { key } of queued)
    await inTransaction(owner, async (db) => {
      await bypassTenantFilter(db, 'transaction')
      await execute(db, sql`select set_config('lock_timeout', ${wait}, true)`)
      await execute(db, sql`select pg_advisory_xact_lock(hashtext('cases'))`)
      await lockStoredDocument(db, key)
      await execute(db, sql`lock table document_file, authorization_intake in share mode`)
      const isUsed = await queryRow(
        db,
        z.object({}),
        sql`
        select from document_file where sha256 = ${key}
         union all select from authorization_intake where sha256 = ${key}`,
      )
      if (!isUsed) await storage.remove(key)
      if (!isUsed) await execute(db, sql`delete from document_chunks where sha256 = ${key}`)
      await execute(db, sql`delete from erased_document where sha256 = ${key}`)
    })
}

/** Deletes the records of runs that finished over 400 days ago. */
export const retentionCleanup: CleanupJob[] = [
  {
    name: 'retention_run',
    statements: () => [sql`delete from retention_run where finished_at < ${timeAgo(400 * dayMs)}`],
  },
]

/** Erases what is past its period once a day, in one of any number of processes, until stopped. */
export function startRetention(owner: Database, config: Config, log: Log): Worker {
  const storage = openConfiguredStorage(config)
  return startPollWorker({
    job: 'retention',
    intervalMs,
    poll: (stopping) => runScheduled({ owner, storage, config }, stopping),
    log,
    failure: 'erasing data past its period failed',
  })
}

/** What is erased is gone: a clock that is further ahead than this may be wrong by years. */
const maxClockSeconds = 600

/** The clocks of this machine and of the database differ, so that periods may only seem to be over. */
class ClocksDifferError extends Error {
  override name = 'ClocksDifferError'
}

/** Like `runDaily`, but throws `ClocksDifferError` instead if a clock is wrong. */
export async function runScheduled(deps: RetentionDeps, stopping?: AbortSignal): Promise<boolean> {
  await rejectWrongClocks(deps.owner)
  return runDaily(deps, stopping)
}

/** Throws `ClocksDifferError` if the clock of this machine or of the database is wrong. */
export async function rejectWrongClocks(owner: Database) {
  const seconds = await measureClockDifference(owner)
  if (!(seconds <= maxClockSeconds)) throw new ClocksDifferError(messages.retention.clocksDiffer(seconds))
}

/** Continues the run that was interrupted, or begins the one of the day. Returns whether this process did so. */
export async function runDaily(deps: RetentionDeps, stopping?: AbortSignal): Promise<boolean> {
  const { owner } = deps
  await removeErasedDocuments(deps)
  if ((await listPeriods(owner)).length === 0 && !deps.config.FEEDBACK_RETENTION) return false
  const run = await inTransaction(owner, async (db) => {
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('retention run'))`)
    return queryRow(
      db,
      z.object({ id: z.number() }),
      sql`
      with begun as (
        insert into retention_run (started_at)
        select ${now()} where not exists (select from retention_run where finished_at is null or finished_at > ${timeAgo(dayMs)})
        returning id
      )
      select id from begun union all select id from retention_run where finished_at is null`,
    )
  })
  if (!run) return false
  const erased = await runRetention(deps, stopping)
  if (!erased) return false
  await removeErasedDocuments(deps)
  if (stopping?.aborted) return true
  const result = sql`finished_at = ${now()}, erased = ${toSqlJson(erased)}`
  await execute(owner, sql`update retention_run set ${result} where id = ${run.id}`)
  return true
}
