import { z } from 'zod'
import { earthRadius } from '#geography/rules.ts'
import { geocodeBatchQuery } from '#geography/server/geocode-from-gazetteer.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { ProviderRow } from './provider-row.ts'

export type Point = { latitude: number; longitude: number }
type NearestPlace = { km: number; country: string; state: string }

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Countries that rosters do not tell apart: "FR" can mean Réunion, "NL" Aruba. */
const countryGroups = [
  ['FR', 'GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'NC', 'PF', 'WF', 'TF'],
  ['NL', 'AW', 'CW', 'SX', 'BQ'],
  ['GB', 'IM', 'JE', 'GG', 'GI', 'FK', 'BM', 'KY', 'VG', 'TC', 'AI', 'MS', 'SH'],
  ['DK', 'FO', 'GL'],
  ['NO', 'SJ'],
  ['FI', 'AX'],
  ['CN', 'HK', 'MO'],
  ['AU', 'CX', 'CC', 'NF'],
  ['NZ', 'CK', 'NU', 'TK'],
  ['US', 'UM'],
  ['MA', 'EH'],
]
const countryGroup = (country: string) =>
  countryGroups.find((family) => family.includes(country)) ?? [country]

type Range = { from: number; to: number }
/** The places ordered by country, the unit vector of each, and the range of each country. */
type Places = {
  places: readonly string[][]
  vectors: Float64Array
  ranges: ReadonlyMap<string, Range>
}

/** Thrown by an index of some countries when it is asked for the nearest place of all. */
export class AllPlacesNeeded extends Error {
  override name = 'AllPlacesNeeded'
}

/**
 * Creates a function that returns an index of all places, or at least of those in some countries, which it reads only
 * once: most rosters name few countries, and reading all places takes a quarter of a second.
 */
export function createPlaceLoader(db: Database) {
  let known: ReadonlySet<string> | 'all' = new Set<string>()
  let index = createPlaceIndex('', known)
  return async (needed: readonly string[] | 'all'): Promise<PlaceIndex> => {
    const before = known
    if (before === 'all' || (needed !== 'all' && needed.every((each) => before.has(each)))) return index
    const countries = needed === 'all' ? needed : new Set([...before, ...needed.flatMap(countryGroup)])
    index = createPlaceIndex(await readPlaces(db, countries), countries)
    known = countries
    return index
  }
}

/**
 * The locations of the places with at least a thousand people, to find the country and state of a point. The
 * nearest place has the largest dot product of unit vectors; comparing 140,000 of them takes a millisecond.
 */
export type PlaceIndex = ReturnType<typeof createPlaceIndex>

async function readPlaces(db: Database, countries: ReadonlySet<string> | 'all'): Promise<string> {
  const found = await queryRow(
    db,
    z.object({ lines: z.string() }),
    sql`
    select coalesce(string_agg(concat_ws(' ', country_id, coalesce(state_id, '-'), latitude, longitude), E'\n'
                               order by country_id collate "C"), '') as lines
      from city
     where ${countries === 'all' ? sql`true` : sql`country_id = any(${[...countries]})`}`,
  )
  return found?.lines ?? ''
}

function createPlaceIndex(lines: string, countries: ReadonlySet<string> | 'all') {
  const index = buildIndex(lines.split('\n').map((line) => line.split(' ')))
  const findRanges = (country: string) => {
    if (countries !== 'all' && !countries.has(country)) throw new Error(`No places of ${country}.`)
    return countryGroup(country).flatMap((each) => index.ranges.get(each) ?? [])
  }
  const everywhere = [{ from: 0, to: index.places.length }]
  return {
    /** The nearest place in a country, including its territories. */
    nearestIn: (country: string, point: Point) => findNearest(index, point, findRanges(country)),
    nearest(point: Point) {
      if (countries !== 'all') throw new AllPlacesNeeded()
      return findNearest(index, point, everywhere)
    },
    nearestInState: (country: string, state: string, point: Point) =>
      findNearest(index, point, findRanges(country), (at) => index.places[at]?.[1] === state),
    /** The states of the country that have places within this distance. */
    statesWithin: (country: string, point: Point, km: number) =>
      findStates(index, point, findRanges(country), km),
  }
}

function buildIndex(places: readonly string[][]): Places {
  const vectors = new Float64Array(places.length * 3)
  const ranges = new Map<string, Range>()
  for (const [at, [country = '', , latitude = '', longitude = '']] of places.entries()) {
    vectors.set(toVector({ latitude: Number(latitude), longitude: Number(longitude) }), at * 3)
    ranges.set(country, { from: ranges.get(country)?.from ?? at, to: at + 1 })
  }
  return { places, vectors, ranges }
}

function findNearest(
  { places, vectors }: Places,
  point: Point,
  among: readonly Range[],
  matches = (_at: number) => true,
): NearestPlace | undefined {
  const vector = toVector(point)
  let best = -1
  let nearest = -2
  for (const { from, to } of among) {
    for (let at = from; at < to; at += 1) {
      const product = dotProduct(vectors, at, vector)
      if (product > nearest && matches(at)) {
        nearest = product
        best = at
      }
    }
  }
  const [country = '', state = ''] = places[best] ?? []
  return best < 0 ? undefined : { km: toKilometers(nearest), country, state }
}

function findStates({ places, vectors }: Places, point: Point, among: readonly Range[], km: number) {
  const vector = toVector(point)
  const least = Math.cos(km / earthRadius)
  const states = new Set<string>()
  for (const { from, to } of among)
    for (let at = from; at < to; at += 1)
      if (dotProduct(vectors, at, vector) >= least) states.add(places[at]?.[1] ?? '')
  return states
}

const dotProduct = (vectors: Float64Array, at: number, [x, y, z]: Vector) =>
  x * (vectors[at * 3] ?? 0) + y * (vectors[at * 3 + 1] ?? 0) + z * (vectors[at * 3 + 2] ?? 0)

type Vector = readonly [number, number, number]

function toVector({ latitude, longitude }: Point): Vector {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const toKilometers = (product: number) => earthRadius * Math.acos(Math.min(1, Math.max(-1, product)))

export type Located = Point & { precision: 'zip' | 'city' }
/** A city with the row's city name, in the row's country. */
export type NamedCity = Point & { state: string }

const found = z.object({
  row_id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  precision: z.enum(['zip', 'city']),
})
const city = z.object({
  row_id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  state: z.string(),
})

const maxCached = 100_000
const maxCities = 30

/** Creates the lookups of the places that rows name; each caches a limited number of places. */
export function createPlaceLookups(db: Database) {
  return {
    /** Finds the center of the ZIP or, if it is unknown, of the city. */
    point: cachedLookup<Located | undefined>(placeKey, async (rows) => {
      const points = await queryRows(db, found, geocodeBatchQuery(sql`select * from ${requestedRows(rows)}`))
      const byRow = new Map(points.map(({ row_id, ...point }) => [row_id, point]))
      return rows.map((_, at) => byRow.get(at))
    }),
    /** Finds the cities with that name in the row's country: the largest first, up to a limit. */
    cities: cachedLookup<NamedCity[]>(cityKey, async (rows) => {
      const cities = await queryRows(
        db,
        city,
        sql`
        select row_id, latitude, longitude, coalesce(found.state_id, '') as state
          from ${requestedRows(rows)}
         cross join lateral (select * from city_by_key
                              where key = place_key(requested.city) and city_by_key.country_id = requested.country_id
                              order by population desc, city_id
                              limit ${maxCities}) as found`,
      )
      const byRow = new Map<number, NamedCity[]>()
      for (const { row_id, ...each } of cities) byRow.set(row_id, [...(byRow.get(row_id) ?? []), each])
      return rows.map((_, at) => byRow.get(at) ?? [])
    }),
  }
}

const requestedRows = (rows: readonly ProviderRow[]) => sql`
  unnest(${rows.map((_, at) => at)}::integer[], ${rows.map((row) => row.zipcode)}::text[],
         ${rows.map((row) => row.city)}::text[], ${rows.map((row) => row.stateId)}::text[],
         ${rows.map((row) => row.countryId)}::text[])
    as requested (row_id, zip, city, state_id, country_id)`

const placeKey = ({ zipcode, city, stateId, countryId }: ProviderRow) =>
  `${countryId}\n${stateId}\n${zipcode}\n${city}`
const cityKey = ({ city, countryId }: ProviderRow) => `${countryId}\n${city}`

function cachedLookup<T>(
  getKey: (row: ProviderRow) => string,
  fetchValues: (rows: ProviderRow[]) => Promise<T[]>,
) {
  let cache = new Map<string, T>()
  return async (rows: readonly ProviderRow[]): Promise<(row: ProviderRow) => T | undefined> => {
    if (cache.size > maxCached) cache = new Map()
    const requested = new Map(rows.map((row) => [getKey(row), row]))
    const unknown = [...requested].filter(([key]) => !cache.has(key))
    const values = unknown.length > 0 ? await fetchValues(unknown.map(([, row]) => row)) : []
    for (const [at, [key]] of unknown.entries()) cache.set(key, values[at] as T)
    return (row) => cache.get(getKey(row))
  }
}
