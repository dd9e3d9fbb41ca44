import { countBits, editDistance, letterBits, maxEdits } from '#platform/contract/edit-distance.ts'
import type { PlaceNames, Positions } from './place-names.ts'

/** How a typed name matches, best first. */
export const matchRanks = { exact: 0, prefix: 1, typo: 2 }
/** A place, the rank of its match and its weight. */
export type Match = { place: number; rank: number; weight: number }

const maxMatches = 12
/** With this many matches, the search for typing errors is skipped. */
const maxBeforeMistyped = 6

/** What a search for names accepts and prefers. */
export type Preference = { accepts: (place: number) => boolean; weigh: (place: number) => number }

/**
 * The places with this name, or whose names begin with it or are misspelled, with the heaviest of each kind first.
 * `begun` is the key of a name whose last word may be incomplete; `skipsTypos` skips the search for typing errors.
 */
export function matchNames(
  names: PlaceNames,
  { key, begun, skipsTypos = false }: { key: string; begun: string; skipsTypos?: boolean },
  preference: Preference,
): Match[] {
  const exact = selectBest(names, matchRanks.exact, findExact(names, key), preference)
  const beginning = selectBest(names, matchRanks.prefix, findBeginnings(names, begun), preference)
  const enough = skipsTypos || exact.length + beginning.length >= maxBeforeMistyped
  const mistyped = enough ? [] : selectBest(names, matchRanks.typo, findMistyped(names, key), preference)
  const seen = new Set<number>()
  return [...exact, ...beginning, ...mistyped].filter(({ place }) => !seen.has(place) && seen.add(place))
}

/** The entries of an ordered list that begin with a key. */
function findRange(keys: readonly string[], key: string): { from: number; to: number } {
  return { from: bisect(keys, key), to: bisect(keys, `${key}\uffff`) }
}

function bisect(keys: readonly string[], key: string): number {
  let [from, to] = [0, keys.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((keys[middle] ?? '') < key) from = middle + 1
    else to = middle
  }
  return from
}

type Found = { at: number; slips: number }

function* findExact({ keys }: PlaceNames, key: string): Generator<Found> {
  for (let at = bisect(keys, key); keys[at] === key && key !== ''; at += 1) yield { at, slips: 0 }
}

function* findBeginnings({ keys }: PlaceNames, begun: string): Generator<Found> {
  if (begun === '') return
  const { from, to } = findRange(keys, begun)
  for (let at = from; at < to; at += 1) yield { at, slips: 0 }
}

/** The fewest people of a place that a short name with two slips can mean. */
const wellKnownPopulation = 100_000
const shortName = 8

/** A text for the search for typing errors. The first letter is rarely wrong, and then it is the only slip. */
function createMistypedCheck(key: string) {
  const most = maxEdits(key, 'places')
  const typed = letterBits(key)
  /** The slips that make the key of another name, or undefined if they are too many. */
  return (other: string, letters: number): number | undefined => {
    const allowed = other.charCodeAt(0) === key.charCodeAt(0) ? most : Math.min(most, 1)
    if (allowed === 0 || Math.abs(other.length - key.length) > allowed) return undefined
    if (countBits(typed & ~letters) > allowed || countBits(letters & ~typed) > allowed) return undefined
    const slips = editDistance(key, other, allowed)
    return slips > 0 && slips <= allowed ? slips : undefined
  }
}

function* findMistyped(names: PlaceNames, key: string): Generator<Found> {
  const { keys, lengths, letters, places } = names
  const most = maxEdits(key, 'places')
  if (most === 0) return
  const countSlips = createMistypedCheck(key)
  const isShort = key.length < shortName
  for (let at = 0; at < keys.length; at += 1) {
    if (Math.abs((lengths[at] ?? 0) - key.length) > most) continue
    const slips = countSlips(keys[at] ?? '', letters[at] ?? 0)
    if (slips === undefined) continue
    if (slips > 1 && isShort && names.population(places[at] ?? 0) < wellKnownPopulation) continue
    yield { at, slips }
  }
}

/** The fewest letters of the beginning of a region without a comma before it. */
const minBeginning = 3

/** The countries and states that the typed words may mean. */
export function findRegions(
  { regions }: PlaceNames,
  {
    regionKey,
    begunRegion,
    hasComma,
    skipsTypos,
  }: { regionKey: string; begunRegion: string; hasComma: boolean; skipsTypos: boolean },
) {
  const exact = regions.filter(({ key }) => key === regionKey)
  if (exact.length > 0 || regionKey === '') return { rank: matchRanks.exact, regions: exact }
  const isBegun = begunRegion !== '' && (hasComma || begunRegion.length >= minBeginning)
  const begun = isBegun ? regions.filter(({ key }) => key.startsWith(begunRegion)) : []
  if (begun.length > 0) return { rank: matchRanks.prefix, regions: begun }
  if (skipsTypos) return { rank: matchRanks.typo, regions: [] }
  const countSlips = createMistypedCheck(regionKey)
  const mistyped = regions.filter(({ key, letters }) => countSlips(key, letters) !== undefined)
  return { rank: matchRanks.typo, regions: mistyped }
}

/** How much less a second slip makes a place likely. */
const secondSlip = 0.05

function selectBest(
  { places }: PlaceNames,
  rank: number,
  found: Iterable<Found>,
  { accepts, weigh }: Preference,
): Match[] {
  const best: Match[] = []
  for (const { at, slips } of found) {
    const place = places[at] ?? 0
    const weight = weigh(place) * (slips > 1 ? secondSlip : 1)
    const isBehind = best.length === maxMatches && weight <= (best.at(-1)?.weight ?? 0)
    if (isBehind || !accepts(place)) continue
    // A place has several spellings, of which a later one can be closer.
    const earlier = best.findIndex((each) => each.place === place)
    if (earlier >= 0 && (best[earlier]?.weight ?? 0) >= weight) continue
    if (earlier >= 0) best.splice(earlier, 1)
    const position = best.findIndex((each) => each.weight < weight)
    best.splice(position < 0 ? best.length : position, 0, { place, rank, weight })
    best.length = Math.min(best.length, maxMatches)
  }
  return best
}

/** The index of the position nearest to a point, on a plane, which is exact enough for places nearby. */
export function findNearest(
  { latitudes, longitudes }: Positions,
  latitude: number,
  longitude: number,
): number {
  const shrinking = Math.cos((latitude * Math.PI) / 180)
  let [nearest, best] = [-1, Number.POSITIVE_INFINITY]
  for (let at = 0; at < latitudes.length; at += 1) {
    const north = (latitudes[at] ?? 0) - latitude
    const difference = Math.abs((longitudes[at] ?? 0) - longitude)
    const east = (difference > 180 ? 360 - difference : difference) * shrinking
    const distance = north * north + east * east
    if (distance < best) [nearest, best] = [at, distance]
  }
  return nearest
}
