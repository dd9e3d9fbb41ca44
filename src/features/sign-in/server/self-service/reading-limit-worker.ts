import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { hourMs, now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, sql, tryAdvisoryLock } from '#platform/db/database.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { readingPausedCondition } from '../staff-principal-query.ts'

type Limits = Pick<Config, 'INTERNAL_CLIENT_ID' | 'READING_LIMIT_STAFF' | 'READING_LIMIT_INTERNAL'>

const intervalMs = 30_000

/** The rows that entry `e` shows: those of a list, or the subject of another read that found something. */
const shownRows = sql`
  case when cardinality(e.shown) > 0 then e.shown
       when e.action like '% opened' or coalesce(e.detail->'rows', '0') <> '0' then array[e.subject] end`

/** Raises an alert for each person who reads more than the limit of their role, every half minute until stopped. */
export const startReadingLimitWorker = (owner: Database, config: Limits, log: Log): Worker =>
  startPollWorker({
    job: 'reading_limit',
    intervalMs,
    poll: () => raiseReadingAlerts(owner, config),
    log,
    failure: 'checking the reading limits failed',
  })

/**
 * Raises alerts, each with an audit entry, and returns how many. Counts the distinct cases, bills and letters that the
 * audit trail says a person was shown in the last hour, or since their last confirmation, so that a list that is read
 * again counts once. A long list counts with the rows that its entry names. The trail is read as the owner.
 */
export function raiseReadingAlerts(owner: Database, config: Limits): Promise<number> {
  const { INTERNAL_CLIENT_ID, READING_LIMIT_STAFF, READING_LIMIT_INTERNAL } = config
  return inTransaction(owner, async (db) => {
    if (!(await tryAdvisoryLock(db, 'reading alerts'))) return 0
    return execute(
      db,
      sql`
      with readers as (
        select u.id, u.id::text as actor,
               greatest(${timeAgo(hourMs)}::timestamptz,
                        (select max(a.confirmed_at) from reading_alert a where a.user_id = u.id)) as since,
               case when u.last_client_id = ${INTERNAL_CLIENT_ID} then ${READING_LIMIT_INTERNAL}::int
                    else ${READING_LIMIT_STAFF}::int end as row_limit
          from staff_user u
         where exists (select from staff_session s where s.user_id = u.id and s.renewed_at > ${timeAgo(hourMs)})
           and not ${readingPausedCondition()}
      ), busy as (
        select r.*
          from readers r
         where (select sum(cardinality(${shownRows})) from audit_event e where e.actor = r.actor and e.at >= r.since) > r.row_limit
      ), counted as (
        select b.id, b.row_limit,
               (select count(distinct shown_row)::int
                  from audit_event e
                 cross join unnest(${shownRows}) as shown_row
                 where e.actor = b.actor and e.at >= b.since and shown_row not like '*%') as rows
          from busy b
      ), raised as (
        insert into reading_alert (user_id, raised_at, rows, row_limit)
        select id, ${now()}, rows, row_limit from counted where rows > row_limit
        returning user_id, rows, row_limit
      )
      insert into audit_event (at, actor, action, subject, detail)
      select ${now()}, user_id::text, 'reading limit exceeded', user_id::text,
             jsonb_build_object('rows', rows, 'limit', row_limit)
        from raised`,
    )
  })
}
