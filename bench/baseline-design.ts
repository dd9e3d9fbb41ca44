import { z } from 'zod'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { boundingBoxes, mercator } from '#provider-search/server/nearby/circle.ts'
import type { PointSearch } from './searches.ts'

const toLatitude = (mercatorDegrees: number) =>
  (Math.atan(Math.exp((mercatorDegrees * Math.PI) / 180)) * 360) / Math.PI - 90

export const dropBaselineTable = (owner: Database) => execute(owner, sql`drop table if exists textbook`)

/**
 * Stores the same providers in a conventional design: in no special order, with one index on the position and
 * one on the other filters.
 */
export async function createBaselineTable(owner: Database) {
  await dropBaselineTable(owner)
  await execute(
    owner,
    sql`
    create table textbook as
    select network_code, provider_type_id, point(longitude, latitude) as position, latitude, longitude, hash, provider_json
      from provider
     order by hash`,
  )
  await execute(owner, sql`create index textbook_position on textbook using gist (position)`)
  await execute(
    owner,
    sql`create index textbook_network_and_type on textbook (network_code, provider_type_id)`,
  )
  await execute(owner, sql`vacuum analyze textbook`)
  await execute(owner, sql`grant select on textbook to portal_app`)
}

/**
 * Runs the same search on that table: takes the candidates in the circle's bounding box and sorts them by
 * exact distance.
 */
export async function searchBaseline(db: Database, search: PointSearch): Promise<string> {
  const { latitude, longitude, rangeInKM, networkCode, providerType } = search
  const [box] = boundingBoxes({ latitude, longitude, rangeInKM })
  if (!box || box.north < mercator(latitude)) throw new Error('The circle has no bounding box.')
  const row = await queryRow(
    db,
    z.object({ json: z.string() }),
    sql`
    with nearest as (
      select provider_json, km
        from (select provider_json, hash,
                     great_circle_km(${latitude}::float8, ${longitude}::float8, latitude, longitude) as km
                from textbook
               where network_code = ${networkCode} and provider_type_id = ${providerType}
                 and position <@ box(point(${box.west}::float8, ${toLatitude(box.south)}::float8),
                                     point(${box.east}::float8, ${toLatitude(box.north)}::float8))) as measured
       where km <= ${rangeInKM}::float8
       order by km, hash
       limit 251)
    select coalesce('[' || string_agg(provider_json || ',"distance":' || km || '}', ',' order by km) || ']', '[]') as json
      from nearest`,
    { isPrepared: true },
  )
  return row?.json ?? '[]'
}
