import { fairLine, type LineLimits } from './round-robin-queue.ts'

/** The user that the work is for, and a signal that they disconnected. */
export type Customer = { person?: string; abortSignal?: AbortSignal }

type Turn = PromiseWithResolvers<void> & { person: string | undefined }

/** The total concurrency, and the limit per user. */
type RunningLimits = { atOnce: number; ofOne?: number }

/**
 * Limits concurrent work; further work waits in a fair queue and leaves it on disconnect. Rejects when the
 * queue is full for this user (429) or in total (503).
 */
export function createFairQueue({ atOnce, ofOne = atOnce, ...limits }: LineLimits & RunningLimits) {
  const line = fairLine<Turn>(limits)
  const running = new Set<Turn>()
  const hasRoom = (person: string | undefined) =>
    person === undefined || [...running].filter((each) => each.person === person).length < ofOne

  function begin() {
    while (running.size < atOnce) {
      const next = line.next(hasRoom)
      if (!next) return
      running.add(next)
      next.resolve()
    }
  }

  return async function inTurn<T>({ person, abortSignal }: Customer, work: () => Promise<T>): Promise<T> {
    abortSignal?.throwIfAborted()
    const turn = { ...Promise.withResolvers<void>(), person }
    const leave = () => {
      line.leave(turn)
      turn.reject(abortSignal?.reason)
    }
    line.join(turn, person)
    abortSignal?.addEventListener('abort', leave, { once: true })
    begin()
    await turn.promise
    try {
      return await work()
    } finally {
      abortSignal?.removeEventListener('abort', leave)
      running.delete(turn)
      begin()
    }
  }
}
