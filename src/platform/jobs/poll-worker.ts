import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../config/log.ts'

type PollOptions = {
  intervalMs: number
  /** One round of work. `stopping` aborts when the worker should finish what it has begun and start nothing else. */
  poll: (stopping: AbortSignal) => Promise<unknown>
  log: Log
  /** The log line of a round that failed; the next one starts as usual. */
  failure: string
}

/** Work that repeats until it is stopped; `stop` resolves once the current round has ended. */
export type Worker = { stop(): Promise<void> }

/** Polls at once, and again each time the interval has passed since the previous round ended. */
export function startPollWorker({ intervalMs, poll, log, failure }: PollOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    while (!signal.aborted) {
      await poll(signal).catch((error: unknown) => log.warn({ err: error }, failure))
      await delay(intervalMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
