import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../config/log.ts'

type PollOptions = {
  intervalMs: number
  /** One round of work. `stopping` aborts when the worker should finish what it has begun and start nothing else. */
  poll: (stopping: AbortSignal) => Promise<unknown>
  log: Log
  /** Logged when rounds start to fail; further failures are silent until a round succeeds. A failed round does not stop the worker. */
  failure: string
}

/** Work that repeats until it is stopped; `stop` resolves once the current round has ended. */
export type Worker = { stop(): Promise<void> }

/** What the settings turn off. */
export const idleWorker: Worker = { stop: async () => {} }

/** Polls at once, and again each time the interval has passed since the previous round ended. */
export function startPollWorker({ intervalMs, poll, log, failure }: PollOptions): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = (async () => {
    let isFailing = false
    while (!signal.aborted) {
      try {
        await poll(signal)
        if (isFailing) log.info(`${failure}: recovered`)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, failure)
        isFailing = true
      }
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
