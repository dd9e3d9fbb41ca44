import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { attemptMs, idleMs, maxSessionMs, ticketMs } from './cookies.ts'

/** Deletes the ID tokens of ended sessions, which are no longer needed. */
const deleteIdTokens = () => sql`
  update staff_session set id_token = ''
   where id in (select id from staff_session
                 where id_token <> ''
                   and (ended_at is not null or renewed_at <= ${timeAgo(idleMs)} or started_at <= ${timeAgo(maxSessionMs)})
                   for update skip locked)`

export const signInCleanup: CleanupJob[] = [
  {
    name: 'staff_session',
    statements: () => [
      // Skips locked rows until the next run.
      sql`
      delete from staff_session
       where id in (select id from staff_session where started_at < ${timeAgo(2 * maxSessionMs)}
                       for update skip locked)`,
      deleteIdTokens(),
    ],
  },
  {
    name: 'reading_alert',
    statements: () => [sql`delete from reading_alert where raised_at < ${timeAgo(30 * dayMs)}`],
  },
  { name: 'ticket', statements: () => [sql`delete from ticket where made_at < ${timeAgo(ticketMs)}`] },
  {
    name: 'sign_in_attempt',
    statements: () => [sql`delete from sign_in_attempt where made_at < ${timeAgo(attemptMs)}`],
  },
  {
    name: 'used_logout_token',
    statements: () => [sql`delete from used_logout_token where expires_at < ${now()}`],
  },
]
