import type { FastifyInstance } from 'fastify'
import { createSerialQueue } from '../concurrency/serial-queue.ts'
import type { Log } from '../config/log.ts'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { hourMs, now } from '../contract/clock.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'
import { type Database, execute, sql } from './database.ts'
import { toSqlJson } from './sql-values.ts'

/** What is counted: never who caused an event, or what a search asked for. */
type Countable = { event: AnalyticsEvent; client: string; definitionKey?: string }

type HourCount = Required<Countable> & { hour: Date; count: number }

type Analytics = {
  /** Counts an event under the client's name, or "Public", without making the caller wait. */
  count(countable: Countable): void
  /** Adds the counts so far to those in the database. If that fails, they are added later. */
  flush(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    analytics: Analytics
  }
}

const intervalMs = 1000
const failure = 'failed to write analytics counts'

/**
 * Counts analytics events in memory by hour, and adds the counts to those in the database every second and when the
 * server closes. Requests are not slowed down; a killed process loses the counts not yet written.
 */
export function registerAnalytics(app: FastifyInstance, db: Database, log: Log) {
  let counts = new Map<string, HourCount>()
  const enqueue = createSerialQueue()
  let worker: Worker | undefined

  const add = ({ count, ...counted }: HourCount) => {
    const { hour, event, definitionKey, client } = counted
    const key = [hour.getTime(), event, definitionKey, client].join('\n')
    counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + count })
  }
  const writeCounts = async () => {
    const batch = [...counts.values()]
    counts = new Map()
    if (batch.length === 0) return
    await write(db, batch).catch((error: unknown) => {
      for (const each of batch) add(each)
      throw error
    })
  }
  const flush = () => enqueue(writeCounts)
  app.decorate('analytics', {
    count: ({ event, client, definitionKey = '' }) => {
      const hour = new Date(Math.floor(now().getTime() / hourMs) * hourMs)
      add({ hour, event, definitionKey, client, count: 1 })
    },
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

/** Processes lock the rows in one order, so that they cannot wait for each other. */
const write = (db: Database, batch: HourCount[]) =>
  execute(
    db,
    sql`
    insert into analytics_count (hour, event, definition_key, client, count)
    select hour, event, "definitionKey", client, count
      from jsonb_to_recordset(${toSqlJson(batch)}::jsonb)
           as counted (hour timestamptz, event text, "definitionKey" text, client text, count bigint)
     order by hour, event, "definitionKey", client
        on conflict (hour, event, definition_key, client)
        do update set count = analytics_count.count + excluded.count`,
  )
