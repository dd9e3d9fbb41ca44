import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import type { BacklogSource } from '#platform/jobs/read-backlog.ts'
import { getClient, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { messages } from '../../messages.ts'
import {
  heartbeatTimeoutMs,
  maxAttempts,
  maxConcurrentRuns,
  maxConcurrentRunsPerUser,
  maxUnfinishedRunsPerUser,
  retentionMs,
} from '../report-limits.ts'
import { auditReport, type ReportRequest } from '../report-request.ts'

/** A run claimed by this process, and the attempt number. */
const claimedRun = z.object({
  id: z.uuid(),
  attempt: z.number(),
  userId: z.uuid(),
  clientId: z.string(),
  client: z.string(),
  codes: z.array(z.string()),
  code: z.string(),
  name: z.string(),
  first: z.string(),
  last: z.string(),
})
export type ClaimedRun = z.infer<typeof claimedRun>

const seeAllRuns = sql`select set_config('portal.makes_reports', 'yes', true)`

/** Finished runs that ended earlier are expired. */
export const retainedSince = () => timeAgo(retentionMs)

/** Runs `work` with access to the runs of all clients, for workers and limits. User requests use a scope instead. */
export const withAllRuns = <T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  inTransaction(db, async (transaction) => {
    await execute(transaction, seeAllRuns)
    return work(transaction)
  })

/**
 * SQL condition: whether a run's heartbeat has expired. Uses the database clock, because process clocks may
 * differ.
 */
const staleCondition = sql`heard_at < now() - ${heartbeatTimeoutMs} * interval '1 ms'`

/** Claims the next run for this process; undefined if none is queued or the limit is reached. */
export const claimRun = (db: Database): Promise<ClaimedRun | undefined> =>
  withAllRuns(db, async (transaction) => {
    await execute(transaction, sql`select pg_advisory_xact_lock(hashtext('report_run'))`)
    await execute(transaction, failExhaustedRuns())
    return queryRow(transaction, claimedRun, claimNextRun())
  })

/** Fails stale runs that have used up their attempts. */
const failExhaustedRuns = () => sql`
  update report_run set state = 'failed', ended_at = ${now()}
   where state = 'running' and ${staleCondition} and attempt >= ${maxAttempts}`

/** SQL condition: whether a run is unfinished and has no recent heartbeat, which also delays a retry. */
const claimableCondition = sql`r.state in ('waiting', 'running') and (heard_at is null or ${staleCondition})`

/** Claims the oldest claimable run. The update rechecks its state, so that a concurrently canceled run is not claimed. */
const claimNextRun = () => sql`
  with alive as (select user_id from report_run where state = 'running' and not ${staleCondition}),
  next as (
    select r.id
      from report_run r
     where ${claimableCondition}
       and (select count(*) from alive) < ${maxConcurrentRuns}
       and (select count(*) from alive where user_id = r.user_id) < ${maxConcurrentRunsPerUser}
     order by r.ordered_at
     limit 1)
  update report_run r
     set state = 'running', attempt = r.attempt + 1, heard_at = now(), rows_done = 0
    from next
   where r.id = next.id and ${claimableCondition}
  returning r.id, r.attempt, r.user_id as "userId", r.client_id as "clientId",
            (select c.name from client c where c.id = r.client_id) as client, r.client_codes as codes, r.report_code as code, r.name, r.first_day as first, r.last_day as last`

const ownedCondition = ({ id, attempt }: ClaimedRun) =>
  sql`id = ${id} and attempt = ${attempt} and state = 'running'`

/**
 * Updates progress and heartbeat. Returns false if the run was canceled or taken over, or if its requester's
 * access was turned off.
 */
export async function updateProgress(db: Database, run: ClaimedRun, rowsDone: number): Promise<boolean> {
  const update = sql`
    update report_run set heard_at = now(), rows_done = ${rowsDone}
     where ${ownedCondition(run)}
       and not exists (select from staff_user u where u.id = report_run.user_id and u.disabled_at is not null)`
  return (await withAllRuns(db, (transaction) => execute(transaction, update))) === 1
}

/**
 * Ends a run if this process still owns it; a finished run gets its actual row count. Returns whether the run
 * was ended.
 */
export async function endRun(
  db: Database,
  run: ClaimedRun,
  state: 'done' | 'failed',
  rowsDone: number,
): Promise<boolean> {
  const rows = state === 'done' ? sql`${rowsDone}` : sql`rows`
  const changed = await execute(
    db,
    sql`
    update report_run set state = ${state}, ended_at = ${now()}, rows_done = ${rowsDone}, rows = ${rows}
     where ${ownedCondition(run)}`,
  )
  return changed === 1
}

/** Releases a run to the next process when this one stops, without counting the attempt. */
export const releaseRun = (db: Database, run: ClaimedRun) =>
  withAllRuns(db, (transaction) =>
    execute(
      transaction,
      sql`
      update report_run set state = 'waiting', rows_done = 0, attempt = attempt - 1, heard_at = null
       where ${ownedCondition(run)}`,
    ),
  )

/** Delays the retry of a failed run by the heartbeat timeout; fails it after the last attempt. */
export const delayRun = (db: Database, run: ClaimedRun) =>
  withAllRuns(db, async (transaction) => {
    if (run.attempt >= maxAttempts) return void (await endRun(transaction, run, 'failed', 0))
    await execute(
      transaction,
      sql`update report_run set state = 'waiting', rows_done = 0, heard_at = now() where ${ownedCondition(run)}`,
    )
  })

/** Stores a part of the PDF, in the scope of the run. */
export const storePart = (scoped: Database, run: ClaimedRun, part: { position: number; bytes: Uint8Array }) =>
  execute(
    scoped,
    sql`
    insert into report_part (run_id, position, client_codes, bytes)
    values (${run.id}, ${part.position}, ${run.codes}, ${Buffer.from(part.bytes)})`,
  )

/** A run that was rejected, because its person lost the right or no data was left, was not given up. */
export const reportBacklog: BacklogSource = {
  queue: 'reports',
  items: sql`
    select ordered_at as since, state = 'failed' as failed
      from report_run
     where state in ('waiting', 'running') or (state = 'failed' and attempt >= ${maxAttempts})`,
  within: withAllRuns,
}

/** Deletes runs that ended over an hour ago, with their PDFs. */
export const reportsCleanup: CleanupJob[] = [
  {
    name: 'report_run',
    statements: () => [
      seeAllRuns,
      sql`
      delete from report_run
       where id in (select id from report_run where ended_at < ${retainedSince()} for update skip locked)`,
    ],
  },
]

const unfinished = z.object({ id: z.uuid(), isSame: z.boolean() })

/** Where users see and cancel their large reports. */
const toLargeReports = { to: '/reports', label: messages.page.largeReports } as const

/**
 * Creates a background run and returns its ID. If the same report is already in progress, returns the ID of that run.
 * Throws 429 if the user has too many unfinished runs.
 */
export function createRun(
  db: Database,
  request: FastifyRequest,
  order: ReportRequest & { rows: number },
): Promise<string> {
  const { report, scope, requestedCodes, rows, title } = order
  const { first, last } = title.period
  const { userId } = getStaffPrincipal(request)
  const client = getClient(request).id
  return withAllRuns(db, async (transaction) => {
    await execute(transaction, sql`select from staff_user where id = ${userId} for update`)
    const unfinishedRuns = await queryRows(
      transaction,
      unfinished,
      sql`
      select id, client_id = ${client} and client_codes = ${[...scope]}::text[] and report_code = ${report.code}
                 and first_day = ${first}::date and last_day = ${last}::date as "isSame"
        from report_run
       where user_id = ${userId} and state in ('waiting', 'running')`,
    )
    const same = unfinishedRuns.find(({ isSame }) => isSame)
    if (same) return same.id
    if (unfinishedRuns.length >= maxUnfinishedRunsPerUser)
      throw problem(
        429,
        messages.tooManyRuns(maxUnfinishedRunsPerUser),
        { retryAfter: 30 },
        { link: toLargeReports },
      )
    const detail = { code: report.code, scope, first, last, rows, requestedCodes }
    await auditReport(transaction, request, 'report ordered', detail)
    const run = await queryRow(
      transaction,
      z.object({ id: z.uuid() }),
      sql`
      insert into report_run (user_id, client_id, client_codes, report_code, name, first_day, last_day, rows, ordered_at)
      values (${userId}, ${client}, ${[...scope]}, ${report.code}, ${title.report}, ${first}, ${last}, ${rows}, ${now()})
      returning id`,
    )
    if (!run) throw new Error('The report run was not stored.')
    return run.id
  })
}
