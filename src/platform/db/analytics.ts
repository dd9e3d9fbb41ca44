import type { FastifyInstance } from 'fastify'
import type { Log } from '../config/log.ts'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { now } from '../contract/clock.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'
import { type Database, execute, sql } from './database.ts'
import { toSqlJson } from './sql-values.ts'

type Counted = { event: AnalyticsEvent; client: string; at: Date }

type Analytics = {
  /** Counts an event under the client's name, or "Public", without making the caller wait. */
  count(event: AnalyticsEvent, client: string): void
  /** Writes the events counted so far. If that fails, they are written later. */
  flush(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    analytics: Analytics
  }
}

const intervalMs = 1000
/** The maximum number of events kept while the database rejects writes; the oldest are dropped first. */
const maxKept = 10_000
const failure = 'failed to write analytics events'

/**
 * Counts analytics events in memory and writes them in batches, every second and when the server closes.
 * Requests are not slowed down; a killed process loses the events not yet written.
 */
export function registerAnalytics(app: FastifyInstance, db: Database, log: Log) {
  let counted: Counted[] = []
  let writing: Promise<unknown> = Promise.resolve()
  let worker: Worker | undefined

  const writeCounted = async () => {
    const batch = counted
    counted = []
    if (batch.length === 0) return
    await write(db, batch).catch((error: unknown) => {
      counted = [...batch, ...counted].slice(-maxKept)
      throw error
    })
  }
  const flush = () => {
    const written = writing.catch(() => {}).then(writeCounted)
    writing = written
    return written
  }
  app.decorate('analytics', {
    count: (event, client) => void counted.push({ event, client, at: now() }),
    flush,
  })
  app.addHook('onReady', async () => {
    worker = startPollWorker({ intervalMs, poll: flush, log, failure })
  })
  app.addHook('onClose', async () => {
    await worker?.stop()
    await flush().catch((error: unknown) => log.warn({ err: error }, failure))
  })
}

const write = (db: Database, batch: Counted[]) =>
  execute(
    db,
    sql`
    insert into analytics_event (event, client, at)
    select event, client, at
      from jsonb_to_recordset(${toSqlJson(batch)}::jsonb) as counted (event text, client text, at timestamptz)`,
  )
