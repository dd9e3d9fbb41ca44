import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#platform/config/log.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { idleMs, maxSessionMs } from './cookies.ts'

const cleanUpEveryMs = 10 * 60_000
const before = (ms: number) => new Date(now().getTime() - ms)

/**
 * Deletes the ID tokens of ended sessions, sessions that started more than a day ago, and expired logout tokens. Skips
 * locked rows until the next run.
 */
export async function cleanUpSessions(db: Database) {
  await execute(
    db,
    sql`
    delete from staff_session
     where id in (select id from staff_session where started_at < ${before(2 * maxSessionMs)}
                     for update skip locked)`,
  )
  await execute(
    db,
    sql`
    update staff_session set id_token = ''
     where id in (select id from staff_session
                   where id_token <> ''
                     and (ended_at is not null or renewed_at <= ${before(idleMs)} or started_at <= ${before(maxSessionMs)})
                     for update skip locked)`,
  )
  await execute(db, sql`delete from used_logout_token where expires_at < ${now()}`)
}

/** Runs the cleanup every ten minutes until stopped. */
export function startSessionCleanup(db: Database, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await cleanUpSessions(db).catch((error: unknown) => log.warn({ err: error }, 'session cleanup failed'))
      await delay(cleanUpEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
