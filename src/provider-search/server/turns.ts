import { problem } from '#platform/server/problem.ts'
import { messages } from '../messages.ts'

const longestQueue = 64

/** Lets each visitor run only so many searches at once; more wait their turn, and leave when they hang up. */
export function takeTurns(atOnce: number) {
  const running = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()

  async function enter(visitor: string, signal: AbortSignal) {
    while ((running.get(visitor) ?? 0) >= atOnce) await turnOf(visitor, signal)
    running.set(visitor, (running.get(visitor) ?? 0) + 1)
  }

  function turnOf(visitor: string, signal: AbortSignal): Promise<void> {
    const queue = waiting.get(visitor) ?? new Set()
    if (queue.size >= longestQueue) throw problem(429, messages.tooManySearches)
    waiting.set(visitor, queue)
    return new Promise((resolve, reject) => {
      const go = () => {
        queue.delete(go)
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.delete(go)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.add(go)
    })
  }

  function leave(visitor: string) {
    const left = (running.get(visitor) ?? 1) - 1
    if (left > 0) running.set(visitor, left)
    else running.delete(visitor)
    const queue = waiting.get(visitor)
    if (queue?.size === 0) waiting.delete(visitor)
    const [next] = queue ?? []
    next?.()
  }

  return async function inTurn<T>(visitor: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await enter(visitor, signal)
    try {
      return await work()
    } finally {
      leave(visitor)
    }
  }
}
