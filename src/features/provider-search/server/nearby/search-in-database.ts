import { z } from 'zod'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import type { Circle } from '../../rules.ts'
import type { Filter } from '../provider-filter.ts'
import { type Box, boundingBoxes, guaranteedRadius, isPlanar, mercator } from './circle.ts'

const resultRow = z.object({
  json: z.string(),
  found: z.number(),
  fetched: z.number(),
  furthest: z.number().nullable(),
  last: z.number().nullable(),
})

/**
 * The providers within the circle, nearest first, at most `cap`, as JSON text `[…]`: exactly those within the
 * great-circle distance. The index knows only planar order, so the query fetches more than `cap` rows and
 * checks that the result is complete. If it is not, the query fetches more and, finally, everything in the
 * circle's bounding boxes.
 */
export async function searchInDatabase(
  db: Database,
  filter: Filter,
  circle: Circle,
  cap: number,
  signal?: AbortSignal,
): Promise<string> {
  if (!filter.hasNameOrTaxIdCondition && isPlanar(circle)) {
    for (const fetch of [Math.max(Math.ceil(cap * 1.2), minFetch), Math.max(cap * 5, 10 * minFetch)]) {
      const query = nearestQuery(filter, circle, cap, fetch)
      const row = await queryRow(db, resultRow, query, { signal, isPrepared: true })
      if (row && isComplete(row, circle, cap, fetch)) return `[${row.json}]`
    }
  }
  const row = await queryRow(db, resultRow, boundingBoxQuery(filter, circle, cap), { signal })
  return `[${row?.json ?? ''}]`
}

/** The fewest rows to fetch: with fewer, planar order often cannot prove that the result is complete. */
const minFetch = 24

const millimeter = 1e-6

function isComplete(row: z.infer<typeof resultRow>, circle: Circle, cap: number, fetch: number): boolean {
  if (row.fetched < fetch) return true
  if (row.found < cap || row.last === null || row.furthest === null) return false
  return row.last + millimeter < guaranteedRadius(circle, row.furthest)
}

/** Fetches rows in index order within the circle's bounding box. */
function nearestQuery(filter: Filter, circle: Circle, cap: number, fetch: number): Sql {
  const center = sql`point(${circle.longitude}::float8, ${mercator(circle.latitude)}::float8)`
  return resultQuery(
    sql`
    select ${candidateColumns(circle)}, location <-> ${center} as planar
      from provider
     where ${filter.condition} and ${boxesCondition(boundingBoxes(circle))}
     order by location <-> ${center}
     limit ${fetch}::int`,
    filter,
    circle,
    cap,
  )
}

/** Scans everything in the circle's bounding boxes. */
function boundingBoxQuery(filter: Filter, circle: Circle, cap: number): Sql {
  return resultQuery(
    sql`
    select ${candidateColumns(circle)}, null::float8 as planar
      from provider
     where ${filter.condition} and ${boxesCondition(boundingBoxes(circle))}`,
    filter,
    circle,
    cap,
  )
}

const candidateColumns = ({ latitude, longitude }: Circle) => sql`
  provider_json, network_code, tin, hash, name, preferred,
  great_circle_km(${latitude}::float8, ${longitude}::float8, latitude, longitude) as km`

/**
 * The query for the results. Completes the JSON text that `providerJson` in roster/provider-row.ts stored. Rounds
 * distances to a millimeter, because smaller differences come from floating-point imprecision.
 */
function resultQuery(candidates: Sql, { perNetworkFields }: Filter, { rangeInKM }: Circle, cap: number): Sql {
  return sql`
    with fetched as materialized (${candidates}),
    nearest as (
      select provider_json, network_code, tin, round(km * 1e6) / 1e6 as distance
        from fetched
       where km <= ${rangeInKM}::float8
       order by distance, preferred desc, name collate "und-x-icu", hash
       limit ${cap}::int)
    select coalesce(string_agg(provider_json || ',"distance":' || distance || ',' || ${perNetworkFields} || '}', ','), '')
             as json,
           count(*)::int as found,
           (select count(*)::int from fetched) as fetched,
           (select max(planar) from fetched) as furthest,
           max(distance) as last
      from nearest`
}

function boxesCondition(boxes: Box[]): Sql {
  const conditions = boxes.map(
    ({ west, south, east, north }) => sql`
      location <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}
