import { problem } from './problem.ts'

/** The queue limits, in total and per user, and the messages when it is full. */
export type QueueLimits = {
  maxQueued: number
  maxQueuedPerKey: number
  messages: { full: string; shareFull: string }
}

export const retryAfter = 5

/** Queued items, served in turn between users, so that no user waits behind all items of another. */
export function createRoundRobinQueue<Item>({ maxQueued, maxQueuedPerKey, messages }: QueueLimits) {
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
        throw problem(429, messages.shareFull, { retryAfter })
      if (length >= maxQueued) throw problem(503, messages.full, { retryAfter })
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
