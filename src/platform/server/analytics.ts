import type { FastifyInstance } from 'fastify'
import type { AnalyticsEvent } from '../contract/analytics.ts'
import { now } from '../contract/clock.ts'
import { type Database, execute, sql } from './database.ts'
import { jsonOf } from './sql-json.ts'

type Counted = { event: AnalyticsEvent; client: string; at: Date }

export type Analytics = {
  /** Counts an event under the client's name, or "Public". Nobody waits for it. */
  count(event: AnalyticsEvent, client: string): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    analytics: Analytics
  }
}

const flushAfterMs = 1000
/** Where the database takes nothing, older counts make way: they are not worth the memory. */
const most = 10_000

/**
 * Counts events of use in memory and writes them together, a second later or when the server closes. A call is not
 * slowed by being counted; a process that is killed loses the counts of its last second, and nothing else.
 */
export function countUse(app: FastifyInstance, db: Database) {
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
      from jsonb_to_recordset(${jsonOf(batch)}::jsonb) as counted (event text, client text, at timestamptz)`,
  )
