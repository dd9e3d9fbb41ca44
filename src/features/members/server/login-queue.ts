import { sleep } from '#platform/concurrency/sleep.ts'
import { type Problem, problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import type { ThrottleLimit } from './login-throttle.ts'

/** The account and address of a login. */
type LoginSource = { account: string; address: string }
/** A throttle key with its queue limit. */
type ThrottledKey = { key: Buffer; limit: Pick<ThrottleLimit, 'queueCapacity'> }
/** The delay of a login under one key. */
type KeyDelay = ThrottledKey & { waitMs: number }

/** A queue entry with its random priority and the controller that evicts it. */
type QueueEntry = LoginSource & { priority: number; eviction: AbortController }
/** The waiting entries, each with the keys it occupies. */
type WaitingEntries = Map<QueueEntry, readonly string[]>
/** A limit for one key or in total: its capacity, the key that groups entries into shares, and the eviction error. */
type CapacityLimit = {
  capacity: number
  appliesTo: (keys: readonly string[]) => boolean
  shareKey: (source: LoginSource) => string
  error: () => Problem
}

/** Retry-After for rejected entries, in seconds: the longest delay. */
const retryAfter = 30

/** The total queue capacity of this process, shared fairly among addresses. */
const totalLimit: CapacityLimit = {
  capacity: 500,
  appliesTo: () => true,
  shareKey: ({ address }) => address,
  error: () => problem(503, messages.busy, { retryAfter }),
}

/**
 * The queue limit of one key. The addresses that use an account share its capacity, as do the accounts used
 * from one address.
 */
const limitForKey = ({ key, limit }: ThrottledKey): CapacityLimit => ({
  capacity: limit.queueCapacity,
  appliesTo: (keys) => keys.includes(keyName(key)),
  shareKey: ({ account, address }) => JSON.stringify([account, address]),
  error: () => problem(429, messages.tooManyLogins, { retryAfter }),
})

const keyName = (key: Buffer) => key.toString('hex')

/**
 * Queues delayed logins, with limits in total, per account, per address, and per account and address
 * together. At a full limit, the entry with the lowest random priority among the largest shares is evicted.
 * Heavy users therefore cannot lock out others, and logins with the same account and address have equal
 * chances on each attempt.
 */
export function createLoginQueue(drawPriority: () => number = Math.random) {
  const waiting: WaitingEntries = new Map()
  return {
    /**
     * Creates an entry with a random priority without queuing it. Throws 429 if one of its keys has no room
     * for it.
     */
    createEntry(source: LoginSource, keys: readonly ThrottledKey[]): QueueEntry {
      const entry = { ...source, priority: drawPriority(), eviction: new AbortController() }
      // Only delayed logins use the capacity of a key. If it is used up, this login will be delayed too.
      selectEvictions(waiting, entry, keys.map(limitForKey))
      return entry
    },
    /**
     * Waits for the longest of the delays or until the request is aborted. Throws if the entry finds no room or is
     * evicted: 429 at the limit of a key, 503 at the total limit.
     */
    async waitForDelay(entry: QueueEntry, delays: readonly KeyDelay[], abortSignal: AbortSignal) {
      const delayed = delays.filter(({ waitMs }) => waitMs > 0)
      if (delayed.length === 0) return
      for (const [evicted, error] of selectEvictions(waiting, entry, [
        ...delayed.map(limitForKey),
        totalLimit,
      ])) {
        waiting.delete(evicted)
        evicted.eviction.abort(error)
      }
      waiting.set(
        entry,
        delayed.map(({ key }) => keyName(key)),
      )
      const longestMs = Math.max(...delayed.map(({ waitMs }) => waitMs))
      await sleep(longestMs, AbortSignal.any([abortSignal, entry.eviction.signal])).finally(() => {
        waiting.delete(entry)
        entry.eviction.signal.throwIfAborted()
      })
    },
  }
}

/** Selects the entries to evict for a new one, each with its error. Throws if the new one would be evicted. */
function selectEvictions(
  waiting: WaitingEntries,
  entry: QueueEntry,
  limits: readonly CapacityLimit[],
): Map<QueueEntry, Problem> {
  const evictions = new Map<QueueEntry, Problem>()
  for (const limit of limits) {
    const affected = [...waiting].filter(([each, keys]) => !evictions.has(each) && limit.appliesTo(keys))
    if (affected.length < limit.capacity) continue
    const candidates = [entry, ...affected.map(([each]) => each)]
    evictions.set(lowestPriority(largestShare(candidates, limit.shareKey)), limit.error())
  }
  const error = evictions.get(entry)
  if (error) throw error
  return evictions
}

/** The entries of the largest share, or of all largest shares on a tie. */
function largestShare(entries: readonly QueueEntry[], shareKey: CapacityLimit['shareKey']): QueueEntry[] {
  const shares = [...Map.groupBy(entries, shareKey).values()]
  const largest = Math.max(...shares.map(({ length }) => length))
  return shares.filter(({ length }) => length === largest).flat()
}

const lowestPriority = (entries: readonly QueueEntry[]): QueueEntry =>
  entries.reduce((one, other) => (other.priority < one.priority ? other : one))
