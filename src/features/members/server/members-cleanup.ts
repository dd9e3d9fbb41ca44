import { timeAgo } from '#platform/contract/clock.ts'
import { sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { idleMs, maxSessionMs } from '#sign-in/server/cookies.ts'
import { firstCountedFailure } from './card-lookup-limit.ts'

/** Throttle counters that have not changed for this long no longer delay a login. */
const throttleRetentionMs = 10 * 60_000

/** Statements that delete sessions and counters skip rows that a login has locked, until the next run. */
export const membersCleanup: CleanupJob[] = [
  {
    name: 'member_session',
    statements: () => [
      sql`
      delete from member_session
       where id in (select id from member_session where started_at < ${timeAgo(2 * maxSessionMs)}
                       for update skip locked)`,
      // A session that was left open loses the reference to its card.
      sql`
      update member_session
         set shown_client_code = null, shown_policy_number = null, shown_patient_code = null
       where id in (select id from member_session
                     where shown_policy_number is not null
                       and (seen_at <= ${timeAgo(idleMs)} or started_at <= ${timeAgo(maxSessionMs)})
                       for update skip locked)`,
    ],
  },
  {
    name: 'login_throttle',
    statements: () => [
      sql`
      delete from login_throttle
       where key_hash in (select key_hash from login_throttle where answered_at < ${timeAgo(throttleRetentionMs)}
                             for update skip locked)`,
    ],
  },
  {
    name: 'wrong_card',
    statements: () => [sql`delete from wrong_card where asked_at <= ${firstCountedFailure()}`],
  },
]
