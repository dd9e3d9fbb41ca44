import { z } from 'zod'
import { letterBits } from '#platform/contract/edit-distance.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { type Landmarks, readLandmarks } from './landmarks.ts'

/** A country, or a state of it. */
export type Region = { countryId: string; stateId: string | null }
export type NamedPlace = Region & {
  kind: 'city' | 'state'
  name: string
  latitude: number
  longitude: number
}

/** The names of the world's cities and states, by key. Places are numbers; a request reads only the few that it finds. */
export type PlaceNames = {
  read(place: number): NamedPlace
  population(place: number): number
  countryId(place: number): string
  /** The position of each city; of states, which are no points, NaN. */
  positions: Positions
  isIn(place: number, region: Region): boolean
  /** The keys in byte order, the place of each, and for the search for typing errors, its length and letters. */
  keys: readonly string[]
  places: Int32Array
  lengths: Uint8Array
  letters: Int32Array
  /** The keys of countries and states. */
  regions: readonly (Region & { key: string; letters: number })[]
  countryName(id: string): string
  stateName(id: string | null): string | null
  /** Whether several states of a country abroad have a city of this name. */
  isShared(countryId: string, name: string): boolean
  landmarks: Landmarks
  /** The ZIPs of the United States, without those of the armed forces. */
  zips: { ids: readonly string[]; positions: Positions }
}

export type Positions = { latitudes: Float32Array; longitudes: Float32Array }

const lines = z
  .string()
  .nullable()
  .transform((text) => (text ? text.split('\n') : []))
const tables = z.object({
  places: lines,
  keys: lines,
  regions: lines,
  names: lines,
  shared: lines,
  zips: lines,
})

/**
 * Reads the names. A state counts a tenth of its people, so that "New York" first means the city, and lies where most of
 * them live.
 */
export async function readPlaceNames(db: Database): Promise<PlaceNames> {
  const found = await queryRow(
    db,
    tables,
    sql`
    with place as materialized (
      select row_number() over () - 1 as place, *
        from (select 'city' as kind, id, name, country_id, state_id, population, latitude, longitude from city
               union all
              select 'state', state.id, state.name, state.country_id, state.id, sum(population) / 10,
                     round((sum(latitude * (population + 1)) / sum(population + 1))::numeric, 4),
                     round((sum(longitude * (population + 1)) / sum(population + 1))::numeric, 4)
                from state join city on city.state_id = state.id
               group by state.id) each
    ), named as (
      select 'city' as kind, city_id as id, key from city_by_key
       union
      select 'state', state_id, key from state_name
    ), region as (
      select key, country_id, null as state_id from country_name
       union
      select key, country_id, id from state_name join state on state.id = state_id
       union
      select place_key(alias.name), country_id, id
        from state_alias alias join state on state.id = state_id
       where kind = 'name'
    )
    select (select string_agg(concat_ws(E'\\t', kind, name, country_id, coalesce(state_id, ''), latitude, longitude,
                                        population), E'\\n' order by place)
              from place) as places,
           (select string_agg(concat_ws(E'\\t', key, place), E'\\n' order by key collate "C", place)
              from named join place using (kind, id)
             where key <> '') as keys,
           (select string_agg(concat_ws(E'\\t', key, country_id, state_id), E'\\n' order by key collate "C")
              from region
             where key <> '') as regions,
           (select string_agg(concat_ws(E'\\t', id, name), E'\\n')
              from (select id, name from country union all select 'state ' || id, name from state) each) as names,
           (select string_agg(concat_ws(E'\\t', country_id, name), E'\\n')
              from (select country_id, name from city
                     where country_id <> 'US'
                     group by country_id, name
                    having min(state_id) <> max(state_id)) each) as shared,
           (select string_agg(concat_ws(E'\\t', id, latitude, longitude), E'\\n' order by id)
              from postal_code
             where country_id = 'US' and state_id not in ('AA', 'AE', 'AP')) as zips`,
  )
  const rows = found ?? { places: [], keys: [], regions: [], names: [], shared: [], zips: [] }
  return { ...indexNames(rows), landmarks: await readLandmarks(db) }
}

function indexNames({
  places,
  keys,
  regions,
  names,
  shared,
  zips,
}: z.output<typeof tables>): Omit<PlaceNames, 'landmarks'> {
  const nameById = new Map(names.map((line) => line.split('\t') as [string, string]))
  const keyRows = keys.map((line) => line.split('\t') as [key: string, place: string])
  const sharedNames = new Set(shared)
  const zipRows = zips.map((line) => line.split('\t'))
  const all = keyRows.map(([key]) => key)
  return {
    ...indexPlaces(places),
    keys: all,
    places: Int32Array.from(keyRows, ([, place]) => Number(place)),
    lengths: Uint8Array.from(all, ({ length }) => Math.min(length, 255)),
    letters: Int32Array.from(all, letterBits),
    regions: regions.map((line) => {
      const [key = '', countryId = '', stateId = null] = line.split('\t')
      return { key, countryId, stateId, letters: letterBits(key) }
    }),
    countryName: (id) => nameById.get(id) ?? id,
    stateName: (id) => nameById.get(`state ${id}`) ?? null,
    isShared: (countryId, name) => sharedNames.has(`${countryId}\t${name}`),
    zips: {
      ids: zipRows.map(([id = '']) => id),
      positions: {
        latitudes: Float32Array.from(zipRows, ([, latitude]) => Number(latitude)),
        longitudes: Float32Array.from(zipRows, ([, , longitude]) => Number(longitude)),
      },
    },
  }
}

function indexPlaces(places: readonly string[]) {
  const regionIds = new Map<string, number>()
  const regionOfPlace = new Uint16Array(places.length)
  const populations = new Int32Array(places.length)
  const positions = {
    latitudes: new Float32Array(places.length).fill(Number.NaN),
    longitudes: new Float32Array(places.length).fill(Number.NaN),
  }
  for (const [at, line] of places.entries()) {
    const [kind, , countryId = '', stateId = '', latitude, longitude, population] = line.split('\t')
    const region = `${countryId} ${stateId}`
    if (!regionIds.has(region)) regionIds.set(region, regionIds.size)
    regionOfPlace[at] = regionIds.get(region) ?? 0
    populations[at] = Number(population)
    if (kind === 'state') continue
    positions.latitudes[at] = Number(latitude)
    positions.longitudes[at] = Number(longitude)
  }
  const regionNames = [...regionIds.keys()]
  const countryIds = regionNames.map((region) => region.slice(0, 2))
  return {
    positions,
    population: (place: number) => populations[place] ?? 0,
    countryId: (place: number) => countryIds[regionOfPlace[place] ?? 0] ?? '',
    isIn: (place: number, { countryId, stateId }: Region) => {
      const region = regionNames[regionOfPlace[place] ?? 0] ?? ''
      return stateId === null ? region.startsWith(countryId) : region === `${countryId} ${stateId}`
    },
    read: (place: number): NamedPlace => {
      const [kind, name = '', countryId = '', stateId = '', latitude, longitude] = (
        places[place] ?? ''
      ).split('\t')
      return {
        kind: kind === 'state' ? 'state' : 'city',
        name,
        countryId,
        stateId: stateId || null,
        latitude: Number(latitude),
        longitude: Number(longitude),
      }
    },
  }
}
