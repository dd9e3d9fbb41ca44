import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, rowOf, sql } from '#platform/server/database.ts'
import { keptMs, mostAttempts, runsAtOnce, runsOfOneAtOnce, silenceMs } from '../report-limits.ts'

/** A run that this process makes, and which attempt at it that is. */
export const claimedRun = z.object({
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

/** What `work` gives of the runs of all clients: for who makes or counts them. Whoever is shown runs is in a scope. */
export const withAllRuns = <T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> =>
  inTransaction(db, async (transaction) => {
    await execute(transaction, sql`select set_config('portal.makes_reports', 'yes', true)`)
    return work(transaction)
  })

/** Whether nothing was heard of a run for long. All processes go by the clock of the database: theirs may differ. */
const isSilent = sql`heard_at < now() - ${silenceMs} * interval '1 ms'`

/** The next run that may be made, now this process's; undefined where none waits or enough are being made. */
export const claimRun = (db: Database): Promise<ClaimedRun | undefined> =>
  withAllRuns(db, async (transaction) => {
    await execute(transaction, sql`select pg_advisory_xact_lock(hashtext('report_run'))`)
    await execute(transaction, givenUp())
    return rowOf(transaction, claimedRun, nextRun())
  })

/** What was begun too often without an end has failed. */
const givenUp = () => sql`
  update report_run set state = 'failed', ended_at = ${now()}
   where state = 'running' and ${isSilent} and attempt >= ${mostAttempts}`

/** Nobody makes it, and somebody wants it. */
const isFree = sql`r.state in ('waiting', 'running') and (heard_at is null or ${isSilent})`

/** What changes while it is looked for counts: a run that is cancelled meanwhile is not taken up. */
const nextRun = () => sql`
  with alive as (select user_id from report_run where state = 'running' and not ${isSilent}),
  next as (
    select r.id
      from report_run r
     where ${isFree}
       and (select count(*) from alive) < ${runsAtOnce}
       and (select count(*) from alive where user_id = r.user_id) < ${runsOfOneAtOnce}
     order by r.ordered_at
     limit 1)
  update report_run r
     set state = 'running', attempt = r.attempt + 1, heard_at = now(), rows_done = 0
    from next
   where r.id = next.id and ${isFree}
  returning r.id, r.attempt, r.user_id as "userId", r.client_id as "clientId",
            (select c.name from client c where c.id = r.client_id) as client, r.client_codes as codes, r.report_code as code, r.name, r.first_day as first, r.last_day as last`

const mine = ({ id, attempt }: ClaimedRun) => sql`id = ${id} and attempt = ${attempt} and state = 'running'`

/** Says how far a run is, and that somebody makes it; false where it was cancelled, is somebody else's by now, or its reader was disabled. */
export async function sayHowFar(db: Database, run: ClaimedRun, rowsDone: number): Promise<boolean> {
  const said = sql`
    update report_run set heard_at = now(), rows_done = ${rowsDone}
     where ${mine(run)}
       and not exists (select from staff_user u where u.id = report_run.user_id and u.disabled_at is not null)`
  return (await withAllRuns(db, (transaction) => execute(transaction, said))) === 1
}

/** Ends a run within its scope or among all, if it is still this process's; one that is done has as many rows as stand on paper. */
export async function endRun(
  db: Database,
  run: ClaimedRun,
  state: 'done' | 'failed',
  drawn: number,
): Promise<boolean> {
  const rows = state === 'done' ? sql`${drawn}` : sql`rows`
  const changed = await execute(
    db,
    sql`
    update report_run set state = ${state}, ended_at = ${now()}, rows_done = ${drawn}, rows = ${rows}
     where ${mine(run)}`,
  )
  return changed === 1
}

/** Leaves a run that a process has to stop to the next one, as if it had not begun. */
export const leaveRun = (db: Database, run: ClaimedRun) =>
  withAllRuns(db, (transaction) =>
    execute(
      transaction,
      sql`
      update report_run set state = 'waiting', rows_done = 0, attempt = attempt - 1, heard_at = null
       where ${mine(run)}`,
    ),
  )

/** Lets a run that went wrong rest for as long as a silent one, and begin again; one that was begun too often has failed. */
export const putOffRun = (db: Database, run: ClaimedRun) =>
  withAllRuns(db, async (transaction) => {
    if (run.attempt >= mostAttempts) return void (await endRun(transaction, run, 'failed', 0))
    await execute(
      transaction,
      sql`update report_run set state = 'waiting', rows_done = 0, heard_at = now() where ${mine(run)}`,
    )
  })

/** Keeps a part of the PDF; in the scope of the run. */
export const keepPart = (scoped: Database, run: ClaimedRun, part: { position: number; bytes: Uint8Array }) =>
  execute(
    scoped,
    sql`
    insert into report_part (run_id, position, client_codes, bytes)
    values (${run.id}, ${part.position}, ${run.codes}, ${Buffer.from(part.bytes)})`,
  )

/** Removes the runs that ended an hour ago, and their PDFs with them. */
export const forgetOldRuns = (db: Database) =>
  withAllRuns(db, (transaction) =>
    execute(transaction, sql`delete from report_run where ended_at < ${new Date(now().getTime() - keptMs)}`),
  )
