import type { FastifyInstance } from 'fastify'
import { createSerialQueue } from '../concurrency/serial-queue.ts'
import type { Log } from '../config/log.ts'
import { startPollWorker, type Worker } from './poll-worker.ts'

type Batches<Row> = {
  /** The name of the job in the metrics. */
  job: string
  /** The key of the row in the database that a counted row is added to. */
  getKey: (row: Row) => string
  /** Adds up two rows with the same key. */
  merge: (one: Row, other: Row) => Row
  /** Adds the counts of a batch to those in the database. */
  write: (batch: Row[]) => Promise<unknown>
  log: Log
  /** Logged when the database rejects a batch. */
  failure: string
}

type Counter<Row> = {
  /** Counts a row without making the caller wait. */
  add(row: Row): void
  /** Adds the counts so far to those in the database. If that fails, they are added later. */
  flush(): Promise<void>
}

const intervalMs = 1000
/** The most rows that wait for the database; further ones are dropped. Only a long outage has as many. */
const maxWaiting = 10_000

/**
 * Counts in memory, and adds the counts to the database every second and when the server closes. Requests are not
 * slowed down; a killed process loses the counts not yet written.
 */
export function countInBatches<Row>(
  app: FastifyInstance,
  { job, getKey, merge, write, log, failure }: Batches<Row>,
): Counter<Row> {
  let counts = new Map<string, Row>()
  const enqueue = createSerialQueue()
  let worker: Worker | undefined

  const add = (row: Row) => {
    const key = getKey(row)
    const former = counts.get(key)
    if (former !== undefined) counts.set(key, merge(former, row))
    else if (counts.size < maxWaiting) counts.set(key, row)
  }
  const writeCounts = async () => {
    const batch = [...counts.values()]
    counts = new Map()
    if (batch.length === 0) return
    await write(batch).catch((error: unknown) => {
      for (const each of batch) add(each)
      throw error
    })
  }
  const flush = () => enqueue(writeCounts)
  app.addHook('onReady', async () => {
    worker = startPollWorker({ job, intervalMs, poll: flush, log, failure })
    app.watchJob(worker.readJob)
  })
  app.addHook('onClose', async () => {
    await worker?.stop()
    await flush().catch((error: unknown) => log.warn({ err: error }, failure))
  })
  return { add, flush }
}
