import { messages } from '../messages.ts'
import { problem } from './problem.ts'

/** A visitor may have so many waiting for each one that runs. */
const waitingPerRunning = 16

type Visitor = { running: number; waiting: Set<() => void> }

/** Lets each visitor run only so many searches at once; more wait their turn, and leave when they hang up. */
export function takeTurns(atOnce: number) {
  const visitors = new Map<string, Visitor>()

  return async function inTurn<T>(name: string, hangUp: AbortSignal, work: () => Promise<T>): Promise<T> {
    const visitor = visitors.get(name) ?? { running: 0, waiting: new Set() }
    visitors.set(name, visitor)
    if (visitor.running < atOnce) visitor.running += 1
    else await turnOf(visitor, hangUp, atOnce * waitingPerRunning)
    try {
      return await work()
    } finally {
      passOn(visitor)
      if (visitor.running === 0) visitors.delete(name)
    }
  }
}

function turnOf({ waiting }: Visitor, hangUp: AbortSignal, longest: number): Promise<void> {
  hangUp.throwIfAborted()
  if (waiting.size >= longest) throw problem(429, messages.tooManySearches)
  return new Promise((resolve, reject) => {
    const start = () => {
      hangUp.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.delete(start)
      reject(hangUp.reason)
    }
    hangUp.addEventListener('abort', leave, { once: true })
    waiting.add(start)
  })
}

/** Gives the turn to whoever waits longest, or ends it. */
function passOn(visitor: Visitor) {
  const [next] = visitor.waiting
  if (next) {
    visitor.waiting.delete(next)
    next()
  } else visitor.running -= 1
}
