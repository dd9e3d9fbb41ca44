import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../config/log.ts'
import { openJob, type ReadJob } from '../telemetry/process-metrics.ts'

type PollOptions = {
  /** The name of the work in the metrics of jobs; without one, it is part of other work and not in them. */
  job?: string
  intervalMs: number
  /**
   * One round of work. `stopping` aborts when the worker should finish what it has begun and start nothing else. A round
   * that goes on after a failure and logs it itself calls `noteFailure`, so that it does not count as a success.
   */
  poll: (stopping: AbortSignal, noteFailure: () => void) => Promise<unknown>
  log: Log
  /** Logged when rounds start to fail; further failures are silent until a round succeeds. A failed round does not stop the worker. */
  failure: string
}

/**
 * Work that repeats until it is stopped; `stop` resolves once the current round has ended. `readJob` returns nothing for
 * work that is no job.
 */
export type Worker = { stop(): Promise<void>; readJob: ReadJob }

/** The worker of a feature that the settings turn off. */
export const idleWorker: Worker = { stop: async () => {}, readJob: () => undefined }

/** Polls at once, and again each time the interval has passed since the previous round ended. */
export function startPollWorker({ job: name, intervalMs, poll, log, failure }: PollOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const job = name === undefined ? undefined : openJob(name, intervalMs)
  const runRound = async () => (job ? job.run((note) => poll(signal, note)) : poll(signal, () => {}))
  const running = (async () => {
    let isFailing = false
    while (!signal.aborted) {
      try {
        await runRound()
        if (isFailing) log.info(`${failure}: recovered`)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, failure)
        isFailing = true
      }
      await delay(intervalMs, undefined, { signal }).catch(() => {})
    }
    job?.end()
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
    readJob: () => job?.readState(),
  }
}
