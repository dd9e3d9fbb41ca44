import { createHash } from 'node:crypto'

/** Deterministic random numbers, the same on every machine and in every run. */
export type Random = {
  /** Returns a number that is at least 0 and less than 1. */
  next(): number
  /** Returns an integer from `first` to `last`, inclusive. */
  between(first: number, last: number): number
  /** Returns true with this probability, from 0 to 1. */
  chance(share: number): boolean
  oneOf<Item>(items: readonly Item[]): Item
  /** Returns the items in random order; every order is equally likely. */
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Creates a random source for a seed (generator sfc32). */
export function createRandom(seed: string): Random {
  const next = sfc32(createHash('sha256').update(seed).digest())
  const between = (first: number, last: number) => first + Math.floor(next() * (last - first + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    oneOf: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    shuffle: (items) => {
      const left = [...items]
      return items.flatMap(() => left.splice(between(0, left.length - 1), 1))
    },
  }
}

/** Creates a function that picks a random item, with probabilities in proportion to the weights. */
export function createWeightedPicker<Item>(items: readonly Item[], getWeight: (item: Item) => number) {
  let total = 0
  const ends = Float64Array.from(items, (item) => (total += getWeight(item)))
  return (random: Random): Item => {
    const point = random.next() * total
    let [low, high] = [0, items.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ends[middle] as number) > point) high = middle
      else low = middle + 1
    }
    return items[low] as Item
  }
}

function sfc32(seed: Buffer) {
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => seed.readInt32LE(at)) as [number, number, number, number]
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
}
