import { problem } from './problem.ts'

/** How long the line may be, how much of it one person may have, and what whoever finds it full is told. */
export type LineLimits = { queue: number; share: number; says: { full: string; shareFull: string } }

export const retryAfter = 5

/** What waits, taken in turns from the people it is for: nobody waits behind all that somebody else ordered. */
export function fairLine<Item>({ queue, share, says }: LineLimits) {
  const line = new Map<string | undefined, Item[]>()
  let length = 0

  return {
    /** Adds what is for a person, or for nobody by name. Refuses when too much of theirs (429) or in all (503) waits. */
    join(item: Item, person: string | undefined) {
      const theirs = line.get(person) ?? []
      if (person !== undefined && theirs.length >= share) throw problem(429, says.shareFull, { retryAfter })
      if (length >= queue) throw problem(503, says.full, { retryAfter })
      theirs.push(item)
      line.set(person, theirs)
      length += 1
    },
    /** Takes out whoever's turn it is of those that may have one; the person goes to the end. */
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
