import { problem } from './problem.ts'

/** The queue limits, in total and per user, and the messages when it is full. */
export type LineLimits = { queue: number; share: number; says: { full: string; shareFull: string } }

export const retryAfter = 5

/** Queued items, served in turn between users, so that no user waits behind all items of another. */
export function fairLine<Item>({ queue, share, says }: LineLimits) {
  const line = new Map<string | undefined, Item[]>()
  let length = 0

  return {
    /**
     * Adds an item for a user, or for none. Rejects when the queue is full for this user (429) or in total
     * (503).
     */
    join(item: Item, person: string | undefined) {
      const theirs = line.get(person) ?? []
      if (person !== undefined && theirs.length >= share) throw problem(429, says.shareFull, { retryAfter })
      if (length >= queue) throw problem(503, says.full, { retryAfter })
      theirs.push(item)
      line.set(person, theirs)
      length += 1
    },
    /** Removes the next item among the eligible users and moves its user to the end. */
    next(mayHave: (person: string | undefined) => boolean = () => true): Item | undefined {
      const first = [...line].find(([person]) => mayHave(person))
      if (!first) return undefined
      const [person, [item, ...others]] = first
      line.delete(person)
      if (others.length > 0) line.set(person, others)
      length -= 1
      return item
    },
    leave(item: Item) {
      for (const [person, theirs] of line) {
        const others = theirs.filter((each) => each !== item)
        if (others.length === theirs.length) continue
        length -= 1
        if (others.length > 0) line.set(person, others)
        else line.delete(person)
      }
    },
  }
}
