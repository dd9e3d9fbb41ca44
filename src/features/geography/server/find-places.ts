import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import type { Place } from '../contract.ts'
import { kilometersBetween } from '../rules.ts'
import { describePlace, describePlaces, home, nearestZip, type Position } from './describe-places.ts'
import { type FoundLandmarks, findLandmarks } from './find-landmarks.ts'
import { type CountryIds, findPostalCodes, findZips } from './find-postal-codes.ts'
import { listLookups, resolvePlace } from './geocode-from-gazetteer.ts'
import {
  findNearest,
  findRegions,
  type Match,
  matchNames,
  matchRanks,
  type Preference,
} from './match-names.ts'
import { findMeanings, textBetween, tokenizeAddress, type Word } from './match-regions.ts'
import type { PlaceNames } from './place-names.ts'

const maxPlaces = 6
/** More, because some may turn out to be the same. */
const maxDescribed = 9
/** The maximum number of words of a name with its region; longer texts are addresses. */
const maxWords = 10
const maxRegionWords = 4

type Request = { searchTerm: string; countryIds?: CountryIds }

/**
 * Finds the places that a text may mean, best first: postal codes, then names, then the place of an address. An abort, such
 * as by the next letter, ends the work before the next query or comparison of names.
 */
export async function searchPlaces(
  db: Database,
  names: PlaceNames,
  request: Request,
  signal?: AbortSignal,
): Promise<Place[]> {
  const { searchTerm, countryIds } = request
  const codes = await findPostalCodes(db, searchTerm, countryIds)
  if (codes.length > 0) return codes
  const words = tokenizeAddress(searchTerm)
  const rest = withoutRelation(words)
  if (words.every(({ text }) => relation.test(text)) && words.length > 1) return []
  for (const each of nearby.test(words[0]?.text ?? '') ? [rest, words] : [words, rest]) {
    if (each.length === 0 || each.length > maxWords) continue
    signal?.throwIfAborted()
    const readings = await readWords(db, each)
    signal?.throwIfAborted()
    const found = rankMatches(names, matchPlaces(names, readings, countryIds)).slice(0, maxDescribed)
    const landmarks = await findLandmarks(db, names, readings, countryIds)
    const places = insertLandmarks(
      describePlaces(names, found),
      landmarks,
      found[0]?.rank === matchRanks.exact,
    )
    if (places.length > 0) return places.slice(0, maxPlaces)
  }
  signal?.throwIfAborted()
  const located = await locate(db, names, searchTerm)
  return located && (countryIds?.includes(located.country) ?? true) ? [located] : []
}

const nearby = /^(near|nearby|around|downtown)$/i
/** Words around a place that do not belong to its name. */
const relation =
  /^(near|nearby|in|around|at|by|close|to|of|the|me|my|here|current|location|downtown|greater|city|area|metro|region|airport|international|intl)$/i

function withoutRelation(words: Word[]): Word[] {
  const from = words.findIndex(({ text }) => !relation.test(text))
  const to = words.findLastIndex(({ text }) => !relation.test(text))
  const rest = from < 0 ? [] : words.slice(from, to + 1)
  return rest.length < words.length ? rest : []
}

/** A landmark comes before all but a place of exactly this name; one whose name begins with the words is the third. */
function insertLandmarks(places: Place[], { exact, beginnings }: FoundLandmarks, isNamed: boolean): Place[] {
  const at = isNamed ? 1 : 0
  const named = [...places.slice(0, at), ...exact, ...places.slice(at)]
  return [...named.slice(0, beforeBeginnings), ...beginnings, ...named.slice(beforeBeginnings)]
}

const beforeBeginnings = 2

/** A division of the typed words into a name and a region. The last word of the begun keys may be incomplete. */
type Reading = {
  key: string
  begun: string
  regionKey: string
  begunRegion: string
  hasComma: boolean
}

/**
 * Divides the words into a name alone and, from the end, into name and region. One query makes all keys. A letter after
 * an incomplete word keeps it from being read as an abbreviation.
 */
async function readWords(db: Database, words: Word[]): Promise<Reading[]> {
  const splits = Array.from({ length: words.length }, (_, less) => words.length - less).filter(
    (at) => words.length - at <= maxRegionWords,
  )
  const texts = splits.flatMap((at) => {
    const [name, region] = [textBetween(words, 0, at), textBetween(words, at, words.length)]
    return [name, `${name}x`, region, `${region}x`]
  })
  const found = await queryRow(
    db,
    z.object({ keys: z.array(z.string()) }),
    sql`
    select array_agg(place_key(text) order by position) as keys
      from unnest(${texts}::text[]) with ordinality as typed (text, position)`,
    { isPrepared: true },
  )
  const keys = found?.keys ?? []
  return splits.map((at, index) => {
    const [key = '', begun = '', regionKey = '', begunRegion = ''] = keys.slice(index * 4)
    const hasComma = at < words.length && words[at - 1]?.part !== words[at]?.part
    return { key, begun: begun.slice(0, -1), regionKey, begunRegion: begunRegion.slice(0, -1), hasComma }
  })
}

/** A city in the United States is as likely as one abroad with this many times its people. */
const homeAdvantage = 30

/** A text of so few letters is more often a beginning than the whole name of a place abroad. */
const maxShortName = 3

function matchPlaces(names: PlaceNames, readings: Reading[], countryIds: CountryIds): Match[] {
  const countries = countryIds && new Set(countryIds)
  const preference = {
    accepts: (place: number) => countries?.has(names.countryId(place)) ?? true,
    weigh: (place: number) =>
      (names.population(place) + 1) * (names.countryId(place) === home.countryId ? homeAdvantage : 1),
  }
  const [whole, ...divided] = readings
  if (!whole) return []
  const isShort = countries?.size !== 1 && whole.key.length <= maxShortName
  const collect = (skipsTypos: boolean) => {
    const matches = matchNames(names, { ...whole, skipsTypos }, preference).map((match) => ({
      ...match,
      rank: isShort && !names.isIn(match.place, home) ? Math.max(match.rank, matchRanks.prefix) : match.rank,
    }))
    const isNamed = matches[0]?.rank === matchRanks.exact
    const withRegion = divided.filter(({ hasComma }) => hasComma || !isNamed)
    return [
      ...matches,
      ...withRegion.flatMap((reading) => matchInRegions(names, { ...reading, skipsTypos }, preference)),
      ...listLargest(names, whole.key, preference),
    ]
  }
  // The search for typing errors takes most of the time; a name with its region was hardly mistyped.
  const spelled = collect(true)
  const isComplete = divided.length > 0 && spelled.some(({ rank }) => rank === matchRanks.exact)
  return isComplete ? spelled : collect(false)
}

/** The places of a name within the regions that the words after it may mean. */
function matchInRegions(
  names: PlaceNames,
  reading: Reading & { skipsTypos: boolean },
  preference: Preference,
): Match[] {
  const { rank, regions } = findRegions(names, reading)
  if (regions.length === 0) return []
  const name = { key: reading.key, begun: reading.key, skipsTypos: reading.skipsTypos }
  const accepts = (place: number) =>
    preference.accepts(place) && regions.some((region) => names.isIn(place, region))
  return matchNames(names, name, { ...preference, accepts }).map((match) => ({
    ...match,
    rank: Math.max(match.rank, rank),
  }))
}

const largestOfCountry = 3
const minCountryName = 3

/** The largest cities of a country, if the words are its name. */
function listLargest(names: PlaceNames, key: string, { accepts, weigh }: Preference): Match[] {
  const country = names.regions.find((region) => region.key === key && region.stateId === null)
  if (!country || key.length < minCountryName) return []
  const best: Match[] = []
  for (let place = 0; place < names.positions.latitudes.length; place += 1) {
    if (Number.isNaN(names.positions.latitudes[place]) || !names.isIn(place, country) || !accepts(place))
      continue
    best.push({ place, rank: matchRanks.prefix, weight: weigh(place) })
  }
  return best.toSorted(byWeight).slice(0, largestOfCountry)
}

const byWeight = (one: Match, other: Match) => other.weight - one.weight
/** How much the weight of a place counts from the third on, by its rank. */
const shares = [10, 1, 0.2]

/**
 * The places, best first: exact names before beginnings before typing errors. The largest city of the world with the
 * exact name is the second at the latest. From the third on, a much larger place comes before a better rank: "Pittsburg"
 * is also a way to write the city in Pennsylvania.
 */
function rankMatches(names: PlaceNames, matches: Match[]): Match[] {
  const ordered = matches.toSorted((one, other) => one.rank - other.rank || byWeight(one, other))
  const distinct = ordered.filter(({ place }, at) => ordered.findIndex((each) => each.place === place) === at)
  const exact = distinct.filter(({ rank }) => rank === matchRanks.exact)
  const largest = exact.toSorted(
    (one, other) => names.population(other.place) - names.population(one.place),
  )[0]
  const first = new Set([...distinct.slice(0, 1), ...(largest ? [largest] : []), ...distinct].slice(0, 2))
  const share = ({ rank, weight }: Match) => weight * (shares[rank] ?? 0)
  const others = distinct.filter((match) => !first.has(match))
  return [...first, ...others.toSorted((one, other) => share(other) - share(one))]
}

/** The place of an address, as the gazetteer reads it. */
async function locate(db: Database, names: PlaceNames, address: string): Promise<Place | undefined> {
  const { words, phrases, zips } = listLookups(address)
  const meaning = words.length > 0 && resolvePlace(words, await findMeanings(db, phrases, zips))
  if (!meaning) return undefined
  const { kind, text, label, name, latitude, longitude, countryId, stateId } = meaning
  const place = { name, countryId, stateId, latitude, longitude }
  const city = describePlace(names, { ...place, kind: 'city' })
  return kind === 'zip' ? { ...city, kind, label, zipCode: text, centerZipCode: null } : city
}

/** The greatest distance of a position from the place that stands for it, in kilometers. */
const maxDistanceKm = 100

/** The ZIP (in the United States) or city nearest to a position; undefined if there is none nearby. */
export async function findNearestPlaceTo(
  db: Database,
  names: PlaceNames,
  position: Position,
): Promise<Place | undefined> {
  const { latitude, longitude } = position
  const city = names.read(findNearest(names.positions, latitude, longitude))
  const zip = city.countryId === home.countryId ? nearestZip(names, position) : null
  const [found = describePlace(names, city)] = zip ? await findZips(db, zip, [home.countryId]) : []
  return kilometersBetween(found, position) > maxDistanceKm ? undefined : found
}
