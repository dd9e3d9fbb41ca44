import { z } from 'zod'
import { geocodeBatchQuery } from '#geography/server/geocode-batch.ts'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import type { Point } from './place-index.ts'
import type { ProviderRow } from './provider-row.ts'

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
