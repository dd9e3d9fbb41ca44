import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import type { Definition } from './search-definitions.ts'

/** Providers can be in several networks, so a few more are read than are suggested. */
const maxRows = 10
/** The maximum number of matches to sort. If there are more, the matches nearest to the place are good enough. */
const maxSorted = 500
/** The maximum number of providers with the distinct words that are tested for the other words. */
const maxFiltered = 2000
/** The number of providers near the place whose names are compared. */
const maxCompared = 1000

/** The networks that a request may search, and the version of the words of their names. */
export type Searched = Pick<Definition, 'networks' | 'wordsVersion'>

/**
 * The parts that all queries of a suggestion share. An abort, such as by the next letter, ends the work before the next
 * query: each is short, and to cancel one in the database takes a connection of its own.
 */
export type Lookup = Searched & { db: Database; conditions: Sql; place: Place; signal: AbortSignal }

/** Where to look, and the order in which an index has its providers. */
export type Area = { condition: Sql; order: Sql }

export type Place = {
  hasPoint: boolean
  /** The chosen state and then everywhere else. */
  areas: Area[]
  distance: Sql
  /** The order of suggestions. */
  order: Sql[]
}

const foundRow = z.object({ json: z.string(), distance: z.number().nullable() })
const sortedRow = foundRow.extend({ area: z.number(), isCut: z.boolean() })

/**
 * The condition is for an index; the filter, which no index answers, is tested on a limited number of providers. An area
 * is only searched if those before it have fewer than `enough` providers.
 */
type Wanted = { condition: Sql; filter: Sql; order: Sql[]; enough: number; isPrepared: boolean }

/** The first of the matching providers of each area in order; `isCut` if there are too many to sort them all. */
export async function findSorted(lookup: Lookup, wanted: Wanted, areas = lookup.place.areas) {
  const { db, signal } = lookup
  signal.throwIfAborted()
  const parts = areas.map((area, index) => sortedQuery(lookup, wanted, area, index))
  const rows = await queryRows(
    db,
    sortedRow,
    sql`with ${sql.join(parts.map((part) => part.definitions))} ${sql.join(
      parts.map((part) => part.selection),
      sql` union all `,
    )} order by area, position`,
    wanted,
  )
  return areas.map((area, index) => {
    const here = rows.filter((row) => row.area === index)
    return { area, rows: here, isCut: here[0]?.isCut ?? false }
  })
}

/** The tables of one area, whose names end in its index, and the selection from them. */
function sortedQuery({ conditions, place }: Lookup, wanted: Wanted, area: Area, index: number) {
  const [indexed, candidates, sorted, before] = [
    ...['indexed', 'candidates', 'sorted'].map((name) => sql.ref(`${name}${index}`)),
    sql.ref(`sorted${index - 1}`),
  ] as [Sql, Sql, Sql, Sql]
  const neededCondition =
    index === 0
      ? sql`true`
      : sql`(select count(distinct (name_key, latitude, longitude)) from ${before}) < ${wanted.enough}::int`
  const order = sql.join([...wanted.order, ...place.order])
  const definitions = sql`
    ${indexed} as materialized (
      select provider_json, name_words, state_id, preferred, name_key, hash, latitude, longitude
        from provider
       where ${conditions} and ${area.condition} and ${wanted.condition} and ${neededCondition}
       limit ${maxFiltered}::int),
    ${candidates} as materialized (
      select *, ${place.distance} as distance from ${indexed} where ${wanted.filter} limit ${maxSorted}::int),
    ${sorted} as materialized (
      select *, row_number() over (order by ${order}) as position
        from ${candidates}
       order by position
       limit ${maxRows}::int)`
  const selection = sql`
    select ${index}::int as area, position, provider_json as json, distance,
           (select count(*) from ${candidates}) = ${maxSorted}::int
             or (select count(*) from ${indexed}) = ${maxFiltered}::int as "isCut"
      from ${sorted}`
  return { definitions, selection }
}

/** The matching ones among the first providers of an area. */
export function findNearby({ db, conditions, place, signal }: Lookup, area: Area, condition: Sql) {
  signal.throwIfAborted()
  return queryRows(
    db,
    foundRow,
    sql`
    select provider_json as json, ${place.distance} as distance
      from (select provider_json, name_words, latitude, longitude
              from provider
             where ${conditions} and ${area.condition}
             ${area.order}
             limit ${maxCompared}::int) as nearby
     where ${condition}
     limit ${maxRows}::int`,
    { isPrepared: true },
  )
}
