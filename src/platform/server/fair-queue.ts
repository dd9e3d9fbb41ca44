import { createRoundRobinQueue, type QueueLimits } from './round-robin-queue.ts'

/** The user that the work is for, and a signal that aborts when they disconnect. */
export type Requester = { key?: string; abortSignal?: AbortSignal }

type Entry = PromiseWithResolvers<void> & { key: string | undefined }

/** The total concurrency, and the limit per user. */
type RunningLimits = { concurrency: number; concurrencyPerKey?: number }

/**
 * Limits concurrent work; further work waits in a fair queue and leaves it on disconnect. Rejects when the
 * queue is full for this user (429) or in total (503).
 */
export function createFairQueue({
  concurrency,
  concurrencyPerKey = concurrency,
  ...limits
}: QueueLimits & RunningLimits) {
  const queue = createRoundRobinQueue<Entry>(limits)
  const running = new Set<Entry>()
  const mayRun = (key: string | undefined) =>
    key === undefined || [...running].filter((each) => each.key === key).length < concurrencyPerKey

  function startNext() {
    while (running.size < concurrency) {
      const next = queue.next(mayRun)
      if (!next) return
      running.add(next)
      next.resolve()
    }
  }

  return async function inTurn<T>({ key, abortSignal }: Requester, work: () => Promise<T>): Promise<T> {
    abortSignal?.throwIfAborted()
    const entry = { ...Promise.withResolvers<void>(), key }
    const leave = () => {
      queue.remove(entry)
      entry.reject(abortSignal?.reason)
    }
    queue.add(entry, key)
    abortSignal?.addEventListener('abort', leave, { once: true })
    startNext()
    await entry.promise
    try {
      return await work()
    } finally {
      abortSignal?.removeEventListener('abort', leave)
      running.delete(entry)
      startNext()
    }
  }
}
