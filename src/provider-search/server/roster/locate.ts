import { z } from 'zod'
import { pointsOf } from '#geography/server/points.ts'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import type { LocatedRow, ProviderRow } from './provider-row.ts'

type Point = { latitude: number; longitude: number; precision: 'zip' | 'city' }
const found = z.object({
  row_id: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  precision: z.enum(['zip', 'city']),
})

const remembered = 100_000

/**
 * A function that gives rows their points: the roster's own, else the centre of the ZIP or city, marked so; it
 * gives undefined for a row whose place nobody knows. Places are looked up once and remembered, up to a limit.
 */
export function locator(db: Database) {
  let known = new Map<string, Point | undefined>()

  return async (rows: ProviderRow[]): Promise<(LocatedRow | undefined)[]> => {
    const asked = new Map(rows.filter((row) => row.latitude === null).map((row) => [placeOf(row), row]))
    const unknown = [...asked].filter(([place]) => !known.has(place))
    if (known.size > remembered) known = new Map()
    if (unknown.length > 0) await lookUp(known.size === 0 ? [...asked] : unknown)
    return rows.map(located)
  }

  async function lookUp(places: [string, ProviderRow][]) {
    const rows = places.map(([, row]) => row)
    const points = await rowsOf(
      db,
      found,
      pointsOf(sql`
        select * from unnest(${rows.map((_, at) => at)}::integer[], ${rows.map((row) => row.zipcode)}::text[],
                             ${rows.map((row) => row.city)}::text[], ${rows.map((row) => row.stateId)}::text[],
                             ${rows.map((row) => row.countryId)}::text[])
               as asked (row_id, zip, city, state_id, country_id)`),
    )
    for (const [place] of places) known.set(place, undefined)
    for (const { row_id, ...point } of points) known.set(places[row_id]?.[0] ?? '', point)
  }

  function located(row: ProviderRow): LocatedRow | undefined {
    if (row.latitude !== null) return row as LocatedRow
    const point = known.get(placeOf(row))
    if (!point) return undefined
    const { latitude, longitude, precision } = point
    return { ...row, latitude, longitude, locatedBy: precision }
  }
}

const placeOf = ({ zipcode, city, stateId, countryId }: ProviderRow) =>
  `${countryId}\n${stateId}\n${zipcode}\n${city}`
