import type { Log } from '../config/log.ts'
import { now } from '../contract/clock.ts'
import { type Database, inTransaction } from '../db/database.ts'
import { describeFailure } from '../http/post-webhook.ts'
import { deliveryPollMs, retryDelay } from '../jobs/deliver-due-items.ts'
import { idleWorker, startPollWorker, type Worker } from '../jobs/poll-worker.ts'
import { traced } from '../telemetry/traced.ts'
import { beginStream, lockStream, readRecords, recordFailure, recordSent } from './stream-queries.ts'
import { createStreamTransport, type SendRecords, type StreamConfig } from './stream-transport.ts'

const maxDelayMs = 15 * 60_000

type StreamDeps = { owner: Database; send: SendRecords; log: Log; noteFailure?: () => void }

/**
 * Sends the sealed entries that the receiver does not have, in the order of the chain, until there are none, an attempt
 * fails or `stop` is aborted, which lets the current batch finish. Returns how many were sent. Does nothing while another
 * process sends. The position moves after the receiver has a batch; if the process dies before, the batch is sent again.
 */
export async function sendUnsentEntries(deps: StreamDeps, stop?: AbortSignal): Promise<number> {
  let sent = 0
  while (!stop?.aborted) {
    const count = await inTransaction(deps.owner, (db) => sendBatch(db, deps))
    if (count === 0) return sent
    sent += count
  }
  return sent
}

async function sendBatch(db: Database, { send, log, noteFailure }: StreamDeps): Promise<number> {
  const stream = await lockStream(db)
  if (!stream) return 0
  const records = await readRecords(db, stream.position, stream.batchSize)
  const last = records.at(-1)
  if (!last) return 0
  try {
    await traced('send audit entries', () => send(records))
  } catch (error) {
    const attempts = stream.attempts + 1
    const dueAt = new Date(now().getTime() + Math.min(retryDelay(attempts), maxDelayMs))
    await recordFailure(db, { attempts, error: describeFailure(error), dueAt })
    log.warn({ err: error }, 'sending audit entries failed')
    noteFailure?.()
    return 0
  }
  await recordSent(db, last.position)
  return records.length
}

/** Sends entries to the receiver in the settings, if there is one, until stopped. */
export function startAuditStream(owner: Database, config: StreamConfig, log: Log): Worker {
  const send = createStreamTransport(config)
  if (!send) return idleWorker
  let isBegun = false
  return startPollWorker({
    job: 'audit_stream',
    intervalMs: deliveryPollMs,
    poll: async (stopping, noteFailure) => {
      if (!isBegun) await beginStream(owner)
      isBegun = true
      await sendUnsentEntries({ owner, send, log, noteFailure }, stopping)
    },
    log,
    failure: 'the audit stream failed',
  })
}
