import { now } from '../contract/clock.ts'
import { problem } from '../http/problem.ts'
import { problemMessages } from '../http/problem-messages.ts'
import { type QueueState, secondsSince } from '../telemetry/process-metrics.ts'

/** The user that the work is for, and a signal that aborts when they disconnect. */
export type Requester = { key?: string; abortSignal?: AbortSignal }

type Entry = PromiseWithResolvers<void> & { key: string | undefined; since: Date }

/** The total concurrency, and the limit per user. */
type RunningLimits = { concurrency: number; concurrencyPerKey?: number }

/**
 * Limits concurrent work; further work waits in a fair queue and leaves it on disconnect. Rejects when the
 * queue is full for this user (429) or in total (503). `readState` of the returned function says what waits and runs.
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

  function start(entry: Entry) {
    running.add(entry)
    entry.resolve()
  }
  function startNext() {
    while (running.size < concurrency) {
      const next = queue.next(mayRun)
      if (!next) return
      start(next)
    }
  }

  async function enqueue<T>({ key, abortSignal }: Requester, work: () => Promise<T>): Promise<T> {
    abortSignal?.throwIfAborted()
    const entry = { ...Promise.withResolvers<void>(), key, since: now() }
    const leave = () => {
      queue.remove(entry)
      entry.reject(abortSignal?.reason)
    }
    if (running.size < concurrency && mayRun(key)) start(entry)
    else queue.add(entry, key)
    abortSignal?.addEventListener('abort', leave, { once: true })
    await entry.promise
    try {
      return await work()
    } finally {
      abortSignal?.removeEventListener('abort', leave)
      running.delete(entry)
      startNext()
    }
  }

  function readState(): QueueState {
    const waiting = queue.items()
    const ages = waiting.map(({ since }) => secondsSince(since))
    return { waiting: waiting.length, running: running.size, oldestSeconds: Math.max(0, ...ages) }
  }
  return Object.assign(enqueue, { readState })
}

export const retryAfter = 5

/** The queue limits, in total and per user, and the messages and `Retry-After` when it is full. */
type QueueLimits = {
  maxQueued: number
  maxQueuedPerKey: number
  messages: { full: string; shareFull: string }
  retryAfter?: number
}

/** Queued items, served in turn between users, so that no user waits behind all items of another. */
function createRoundRobinQueue<Item>(limits: QueueLimits) {
  const { maxQueued, maxQueuedPerKey, messages } = limits
  const members = { retryAfter: limits.retryAfter ?? retryAfter }
  const itemsByKey = new Map<string | undefined, Item[]>()
  let length = 0

  return {
    /**
     * Adds an item for a user, or for no user. Rejects when the queue is full for this user (429) or in total
     * (503).
     */
    add(item: Item, key: string | undefined) {
      const items = itemsByKey.get(key) ?? []
      if (key !== undefined && items.length >= maxQueuedPerKey)
        throw problem(429, messages.shareFull, members)
      if (length >= maxQueued) throw problem(503, messages.full, members)
      items.push(item)
      itemsByKey.set(key, items)
      length += 1
    },
    /** Removes the next item among the eligible users and moves its user to the end. */
    next(isEligible: (key: string | undefined) => boolean = () => true): Item | undefined {
      const first = [...itemsByKey].find(([key]) => isEligible(key))
      if (!first) return undefined
      const [key, [item, ...others]] = first
      itemsByKey.delete(key)
      if (others.length > 0) itemsByKey.set(key, others)
      length -= 1
      return item
    },
    items: (): Item[] => [...itemsByKey.values()].flat(),
    remove(item: Item) {
      for (const [key, items] of itemsByKey) {
        const others = items.filter((each) => each !== item)
        if (others.length === items.length) continue
        length -= 1
        if (others.length > 0) itemsByKey.set(key, others)
        else itemsByKey.delete(key)
      }
    },
  }
}

/** The number of a visitor's searches that may wait for each one that runs. */
const queuedPerRunning = 16

const searchMessages = { full: problemMessages.tooManySearches, shareFull: problemMessages.tooManySearches }

/**
 * Limits concurrent searches per visitor and queues the others. Visitors do not wait for each other, unless there is a
 * total limit.
 */
export const createSearchQueue = (concurrency: number, total = Number.POSITIVE_INFINITY) =>
  createFairQueue({
    concurrency: total,
    concurrencyPerKey: concurrency,
    maxQueued: Number.POSITIVE_INFINITY,
    maxQueuedPerKey: concurrency * queuedPerRunning,
    messages: searchMessages,
  })

const documentMessages = {
  full: problemMessages.tooManyDocuments,
  shareFull: problemMessages.tooManyOfYourDocuments,
}

/** Limits work that creates documents and reports. */
export const createDocumentQueue = (limits: Omit<QueueLimits, 'messages'> & RunningLimits) =>
  createFairQueue({ ...limits, messages: documentMessages })
