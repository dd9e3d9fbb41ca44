import type { FastifyInstance } from 'fastify'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { now } from '../contract/clock.ts'
import { type Database, execute, sql } from './database.ts'
import { toSqlJson } from './sql-json.ts'

type Counted = { event: AnalyticsEvent; client: string; at: Date }

export type Analytics = {
  /** Counts an event under the client's name, or "Public", without making the caller wait. */
  count(event: AnalyticsEvent, client: string): void
  /** Writes the events counted so far. */
  flush(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    analytics: Analytics
  }
}

const flushAfterMs = 1000
/** The maximum number of events kept while the database rejects writes; the oldest are dropped first. */
const most = 10_000

/**
 * Counts analytics events in memory and writes them in batches, after a second or when the server closes.
 * Requests are not slowed down; a killed process loses the events not yet written.
 */
export function registerAnalytics(app: FastifyInstance, db: Database) {
  let counted: Counted[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = counted
    counted = []
    if (batch.length === 0) return
    await write(db, batch).catch((error: unknown) => {
      app.log.warn({ err: error }, 'failed to write analytics events')
      counted = [...batch, ...counted].slice(-most)
    })
  }
  const count: Analytics['count'] = (event, client) => {
    counted.push({ event, client, at: now() })
    timer ??= setTimeout(() => void flush(), flushAfterMs).unref()
  }
  app.decorate('analytics', { count, flush })
  app.addHook('onClose', flush)
}

const write = (db: Database, batch: Counted[]) =>
  execute(
    db,
    sql`
    insert into analytics_event (event, client, at)
    select event, client, at
      from jsonb_to_recordset(${toSqlJson(batch)}::jsonb) as counted (event text, client text, at timestamptz)`,
  )
