import type { TypeWords } from './build-vocabulary.ts'

/** The weight of the phrases that types must share: one phrase, or two common ones, can be a coincidence. */
const minWeight = 2
/** Types far behind the closest one are not offered. */
const minOfClosest = 0.25

/** Creates a function that returns the IDs of the types that share words with a type, closest first. */
export function createRelatedTypes(types: readonly TypeWords[]): (id: string) => string[] {
  const phrasesById = new Map(
    types.map(({ id, names, related, complaints }) => [
      id,
      new Set([...names, ...related, ...complaints].map((phrase) => phrase.toLowerCase())),
    ]),
  )
  const uses = new Map<string, number>()
  for (const phrases of phrasesById.values())
    for (const phrase of phrases) uses.set(phrase, (uses.get(phrase) ?? 0) + 1)
  return (id) => {
    const own = phrasesById.get(id) ?? new Set<string>()
    const weighed = [...phrasesById]
      .filter(([other]) => other !== id)
      .map(([other, phrases]) => ({
        other,
        weight: weigh(
          [...phrases].filter((phrase) => own.has(phrase)),
          uses,
        ),
      }))
      .filter(({ weight }) => weight >= minWeight)
      .toSorted((one, next) => next.weight - one.weight)
    const closest = weighed[0]?.weight ?? 0
    return weighed.flatMap(({ other, weight }) => (weight < closest * minOfClosest ? [] : other))
  }
}

/** A phrase of many types says little about each. */
const weigh = (shared: readonly string[], uses: ReadonlyMap<string, number>) =>
  shared.reduce((sum, phrase) => sum + 1 / Math.log2(uses.get(phrase) ?? 2), 0)
