import { z } from 'zod'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { SearchRequest } from '../contract.ts'
import { defaultRange, isSearchComplete, resultCap } from '../rules.ts'
import { buildNameQuery, type NameQuery } from './name-query.ts'
import { createFilter, type Filter } from './provider-filter.ts'
import { searchByDistance } from './search-by-distance.ts'
import { type Definition, selectNetworks } from './search-definitions.ts'
import { searchMessages } from './search-messages.ts'

/** The search results as JSON text `[…]`: by distance if the search has a point, else best match first. */
export async function runSearch(
  db: Database,
  definition: Definition,
  search: SearchRequest & { networkCode?: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const networks = selectNetworks(definition, search.networkCode)
  const family = networks[0]?.family ?? 'domestic'
  if (hasHalfPoint(search)) throw problem(400, searchMessages.incompletePoint)
  if (!isSearchComplete(search, family))
    throw problem(422, definition.invalidSearch ?? searchMessages.invalidSearch)
  const name = search.name ? await buildNameQuery(db, search.name, signal) : undefined
  if (search.name && !name) return '[]'
  const filter = createFilter(networks, search, name)
  const { latitude, longitude, rangeInKM } = search
  const cap = resultCap(family)
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    return searchByName(db, filter, search, name, cap, signal)
  }
  const circle = {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    rangeInKM: rangeInKM ?? defaultRange,
  }
  return searchByDistance(db, filter, circle, cap, signal)
}

const hasHalfPoint = ({ latitude, longitude }: SearchRequest) =>
  (typeof latitude === 'number') !== (typeof longitude === 'number')

/** Rounds degrees to about 0.1 mm, because the database cannot square extremely small numbers. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e9) / 1e9

type Place = Pick<SearchRequest, 'state' | 'city' | 'zipCode'>

/**
 * The matching providers as JSON text: best name match first, then preferred, then by name. Completes the JSON
 * text that `providerJson` in roster/provider-row.ts stored.
 */
async function searchByName(
  db: Database,
  filter: Filter,
  place: Place,
  name: NameQuery | undefined,
  cap: number,
  signal?: AbortSignal,
): Promise<string> {
  const query = sql`
    with matching as (
      select provider_json, network_code, tin
        from provider
       where ${filter.condition} and ${placeCondition(place)}
       order by ${sql.join([...matchRank(name), sql`preferred desc, name_key, hash`])}
       limit ${cap}::int)
    select coalesce(string_agg(provider_json || ',"distance":null,' || ${filter.perNetworkFields} || '}', ','), '') as json
      from matching`
  const row = await queryRow(db, z.object({ json: z.string() }), query, { signal })
  return `[${row?.json ?? ''}]`
}

function placeCondition({ state, city, zipCode }: Place): Sql {
  const conditions: Sql[] = [sql`true`]
  if (state) conditions.push(sql`state_id = ${state.toUpperCase()}`)
  if (city) conditions.push(sql`city_key = search_key(${city})`)
  if (zipCode) conditions.push(zipCondition(zipCode.toUpperCase()))
  return sql.join(conditions, sql` and `)
}

/**
 * The condition for a ZIP. A ZIP and a ZIP+4 match each other because US ZIPs are stored with five digits.
 */
function zipCondition(typed: string): Sql {
  const zip = /^(\d{5})-?\d{4}$/.exec(typed)?.[1] ?? typed
  return sql`(zipcode = ${zip} or zipcode > ${`${zip}-`} and zipcode < ${`${zip}.`})`
}

/**
 * The match rank of a name: first the sum over the typed words of 0 for an exact match, 1 for a prefix, 2 for
 * one edit, and 3 for more; then whether the name has words that were not typed.
 */
function matchRank(name: NameQuery | undefined): Sql[] {
  if (!name) return []
  const each = name.words.map(({ exact, prefix, oneEdit }) => {
    const near = oneEdit ? sql`when name_words @@ ${oneEdit}::tsquery then 2` : sql``
    return sql`case when name_words @@ ${exact}::tsquery then 0
                    when name_words @@ ${prefix}::tsquery then 1 ${near} else 3 end`
  })
  const more = sql`length(ts_delete(name_words, ${name.stopWords}::text[])) > ${name.words.length}::int`
  return [sql.join(each, sql` + `), more]
}
