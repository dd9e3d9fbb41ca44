import type { FastifyInstance } from 'fastify'
import type { Log } from '../config/log.ts'
import type { AnalyticsEvent } from '../contract/analytics-events.ts'
import { hourMs, now } from '../contract/clock.ts'
import { countInBatches } from '../jobs/count-in-batches.ts'
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

/** Counts analytics events by hour. */
export function registerAnalytics(app: FastifyInstance, db: Database, log: Log) {
  const { add, flush } = countInBatches<HourCount>(app, {
    job: 'search_counts',
    getKey: ({ hour, event, definitionKey, client }) =>
      [hour.getTime(), event, definitionKey, client].join('\n'),
    merge: (one, { count }) => ({ ...one, count: one.count + count }),
    write: (batch) => write(db, batch),
    log,
    failure: 'failed to write analytics counts',
  })
  app.decorate('analytics', {
    count: ({ event, client, definitionKey = '' }) => {
      const hour = new Date(Math.floor(now().getTime() / hourMs) * hourMs)
      add({ hour, event, definitionKey, client, count: 1 })
    },
    flush,
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
