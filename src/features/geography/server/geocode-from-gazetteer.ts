import { type Database, type Sql, sql } from '#platform/db/database.ts'
import type { Point } from '../contract.ts'
import { messages } from '../messages.ts'
import { kilometersBetween } from '../rules.ts'
import { type CityReading, findCity } from './find-city.ts'
import { findCodesAbroad, postalCodeKey } from './find-postal-codes.ts'
import {
  findMeanings,
  listPhrases,
  type Meaning,
  type Meanings,
  matchRegions,
  parseZip,
  type Region,
  startsBefore,
  textBetween,
  tokenizeAddress,
  type Word,
} from './match-regions.ts'

/** Finds the center of an address's ZIP or city in our own tables; returns undefined if none matches. */
export async function geocodeFromGazetteer(db: Database, address: string): Promise<Point | undefined> {
  const { words, phrases, zips } = listLookups(address)
  if (words.length === 0) return undefined
  const meanings = await findMeanings(db, phrases, zips)
  const place = resolvePlace(words, meanings)
  const code = await findCodeAbroad(db, words, meanings, place)
  if (code) return code
  if (!place) return undefined
  const { latitude, longitude, label, kind } = place
  return { latitude, longitude, label, precision: kind === 'zip' ? 'zip' : 'city' }
}

/** How much farther than its own radius a postal code may be from the city that the address names, in kilometers. */
const maxCityDistanceKm = 50

/**
 * Finds the postal code of an address that ends in a country abroad, unless the address names a city far from it: the
 * last one, because house numbers look like postal codes in some countries.
 */
async function findCodeAbroad(
  db: Database,
  words: Word[],
  meanings: Meaning[],
  place: Meaning | undefined,
): Promise<Point | undefined> {
  const countries = matchRegions(words, indexMeanings(meanings)).flatMap(({ country }) => country ?? [])
  const countryIds = new Set(countries.map(({ countryId }) => countryId))
  const keys = [...countryIds].flatMap((countryId) =>
    words
      .flatMap((word, at) => {
        const next = words[at + 1]
        const pair = next?.part === word.part ? `${word.text} ${next.text}` : ''
        return [pair, word.text].flatMap((text) => postalCodeKey(countryId, text) ?? [])
      })
      .reverse()
      .map((key) => ({ countryId, key })),
  )
  if (keys.length === 0) return undefined
  const city = place?.kind === 'city' ? place : undefined
  const found = (await findCodesAbroad(db, keys)).find(
    (code) =>
      !city ||
      (city.countryId === code.country && kilometersBetween(city, code) <= maxCityDistanceKm + code.radiusKm),
  )
  if (!found || place?.kind === 'zip') return undefined
  const { latitude, longitude, id, city: name, countryName, radiusKm } = found
  const label = messages.postalCode(id, `${name}, ${countryName}`)
  return { latitude, longitude, label, precision: 'zip', radiusKm }
}

/** The words of an address, and the phrases and ZIPs to look up before it can be parsed. */
export function listLookups(address: string) {
  const words = tokenizeAddress(address)
  const zips = words.flatMap(({ text }) => parseZip(text) ?? [])
  return {
    words,
    phrases: [...new Set(listPhrases(words).map(({ text }) => text))],
    zips: [...new Set(zips)],
  }
}

/** Resolves an address to a place; undefined if none matches. A ZIP takes precedence over a city. */
export function resolvePlace(words: Word[], meanings: Meaning[]): Meaning | undefined {
  const known = indexMeanings(meanings)
  const readings = matchRegions(words, known).flatMap((region) => {
    const city = findCity(words, known, region)
    const zip = findZip(words, known, region, city)
    if (zip) return { place: zip.zip, score: scoreReading(region, zip.fit) }
    const [largest] = city?.cities.toSorted(byPopulation) ?? []
    return largest && city ? { place: largest, score: scoreReading(region, city.fit) } : []
  })
  readings.sort((a, b) => b.score - a.score || byPopulation(a.place, b.place))
  return readings[0]?.place
}

function indexMeanings(meanings: Meaning[]): Meanings {
  const found = Map.groupBy(meanings, ({ kind, text }) => `${kind} ${text}`)
  return { of: (kind, text) => found.get(`${kind} ${text}`) ?? [] }
}

type Fit = CityReading['fit'] | ZipReading['fit']

/**
 * Scores a reading by how much of the address it explains; a confirmed ZIP outweighs everything else. On a
 * tie, a U.S. state wins: "Richmond, CA" is in California.
 */
function scoreReading({ country, state }: Region, fit: Fit): number {
  const regions = Number(Boolean(country)) + Number(Boolean(state))
  const domesticBonus = state?.countryId === 'US' ? 0.5 : 0
  return { zip: 100, whole: 3, end: 2, earlier: 1, 'bare zip': 0 }[fit] + 10 * regions + domesticBonus
}

const byPopulation = (a: Meaning, b: Meaning) => b.population - a.population

/** The maximum distance between a ZIP center and its city, in kilometers. */
const maxDistanceKm = 50
/** Words after which a number is not a ZIP: "Suite 20001". */
const unit = /^(suite|ste|unit|apt|apartment|room|rm|box|floor)\.?$/i

/** A ZIP, and whether the rest of the address confirms it or merely does not contradict it. */
type ZipReading = { zip: Meaning; fit: 'zip' | 'bare zip' }

/**
 * Finds the ZIP among the numbers in an address. Five digits in an address abroad are not a ZIP ("75001
 * Paris, France"). Without a state or country they are, unless the address names a place elsewhere ("10115
 * Berlin").
 */
function findZip(
  words: Word[],
  known: Meanings,
  region: Region,
  city: CityReading | undefined,
): ZipReading | undefined {
  const atEnd = region.codes.flatMap((code) => known.of('zip', parseZip(code) ?? ''))
  const ahead = city ? known.of('zip', parseZip(words[city.from - 1]?.text) ?? '') : []
  const named = findMeaningsBefore(words, known, region.end)
  const zip =
    atEnd.find((each) =>
      region.country || region.state
        ? isValidIn(each, region) && isPlausible(known, region, each)
        : isNear(each, named('city')),
    ) ?? ahead.find((each) => isValidIn(each, region) && isNear(each, city?.cities ?? []))
  if (zip) return { zip, fit: 'zip' }
  const [bare] = region.country || region.state || city ? [] : atEnd
  const elsewhere = isAbroad([...named('country'), ...named('state')])
  if (!bare || elsewhere || unit.test(words[region.end - 1]?.text ?? '')) return undefined
  return { zip: bare, fit: region.end === 0 ? 'zip' : 'bare zip' }
}

/**
 * Whether the ZIP can be in the named country, if there is one. ZIPs are used in the United States and, by
 * treaty, in three other countries.
 */
function isValidIn(zip: Meaning, { country, state }: Region): boolean {
  const countryId = country?.countryId ?? state?.countryId
  return countryId === undefined || countryId === 'US' || countryId === zip.countryId
}

/**
 * Whether the ZIP is plausible with the named state. It takes precedence over a different state unless the
 * state's name can also mean a country: "Berlin, DE 10115" is not in New York.
 */
function isPlausible(known: Meanings, { state, stateText }: Region, zip: Meaning): boolean {
  return !state || zip.stateId === state.stateId || known.of('country', stateText ?? '').length === 0
}

function findMeaningsBefore(words: Word[], known: Meanings, end: number) {
  const names = startsBefore(words, end).map((from) => textBetween(words, from, end))
  return (kind: Meaning['kind']) => names.flatMap((name) => known.of(kind, name))
}

const isNear = (zip: Meaning, cities: Meaning[]) =>
  cities.some((city) => kilometersBetween(city, zip) <= maxDistanceKm)

/** Whether these regions are all abroad; short names such as "St" and "De" alone do not count. */
const isAbroad = (regions: Meaning[]) =>
  regions.some(({ text }) => text.length > 3) && regions.every(({ countryId }) => countryId !== 'US')

/**
 * Builds a query that geocodes a whole roster by ZIP, then by city and state, then by city and country. It
 * returns `row_id, latitude, longitude, precision` for each row that matches. `rows` is a query with the
 * columns `row_id, zip, city, state_id, country_id` (all but the first can be null or empty). Each distinct
 * place is looked up once.
 */
export const geocodeBatchQuery = (rows: Sql): Sql => sql`
  with asked as materialized (
    select row_id, coalesce(zip, '') as zip, coalesce(city, '') as city,
           coalesce(state_id, '') as state_id, coalesce(country_id, '') as country_id
      from (${rows}) as roster
  ), place as materialized (
    select distinct zip, city, state_id, country_id from asked
  ), found as materialized (
    select place.*, point.*
      from place
     cross join lateral place_point(zip, city, nullif(state_id, ''), nullif(country_id, '')) as point
  )
  select row_id, latitude, longitude, "precision"
    from asked
    join found using (zip, city, state_id, country_id)`
