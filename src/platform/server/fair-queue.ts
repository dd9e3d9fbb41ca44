import { fairLine, type LineLimits } from './round-robin-queue.ts'

/** Whose work it is, and what says that they are gone. */
export type Customer = { person?: string; abortSignal?: AbortSignal }

type Turn = PromiseWithResolvers<void> & { person: string | undefined }

/** How much work runs at once, and how much of it may be one person's. */
type RunningLimits = { atOnce: number; ofOne?: number }

/**
 * Lets only so much work run at once; more waits in a fair line, and leaves it with whoever hangs up. Refuses when too
 * much waits: of the customer's (429) or in all (503).
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
