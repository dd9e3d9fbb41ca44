import { z } from 'zod'
import { type Database, inTransaction, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { SearchRequest } from '../contract.ts'
import { defaultRangeInKM, isSearchComplete, type PlaceCriteria, resultCap } from '../rules.ts'
import { stopWords } from '../synonyms.ts'
import { fewestOfCommon } from './name-dictionary.ts'
import { buildNameQuery, type NameQuery, nameCondition, wordsCondition } from './name-query.ts'
import type { ProviderIndexCache } from './nearby/provider-index-cache.ts'
import { searchInDatabase } from './nearby/search-in-database.ts'
import { searchInMemory } from './nearby/search-in-memory.ts'
import { createFilter, type Filter } from './provider-filter.ts'
import { type Definition, selectNetworks } from './search-definitions.ts'
import { searchMessages } from './search-messages.ts'

/**
 * The search results as JSON text `[…]`, or its bytes: by distance if the search has a point, else best match first. With
 * `indexCache`, searches around a point that it can answer do not reach the database.
 */
export async function findProviders(
  db: Database,
  definition: Definition,
  criteria: SearchRequest & { networkCode?: string | undefined },
  signal: AbortSignal,
  indexCache?: ProviderIndexCache,
): Promise<string | Buffer> {
  const networks = selectNetworks(definition, criteria.networkCode)
  const family = networks[0]?.family ?? 'domestic'
  if (hasHalfPoint(criteria)) throw problem(400, searchMessages.incompletePoint)
  if (!isSearchComplete(criteria, family))
    throw problem(422, definition.invalidSearch ?? searchMessages.invalidSearch)
  const { wordsVersion } = definition
  const nameQuery = criteria.name
    ? await buildNameQuery(db, criteria.name, { wordsVersion, signal })
    : undefined
  if (criteria.name && !nameQuery) return noProviders
  const cap = Math.min(resultCap(family), criteria.limit ?? Number.POSITIVE_INFINITY)
  const prepared = { definition, indexCache, networks, criteria, cap, signal }
  const run = (query: NameQuery | undefined) => runSearch(db, { ...prepared, nameQuery: query })
  const results = await run(nameQuery)
  const broader = results === noProviders ? nameQuery?.broader() : undefined
  return broader ? run(broader) : results
}

const noProviders = '[]'

/** A valid search, with the query for its name, if it has one. */
type PreparedSearch = {
  definition: Definition
  indexCache: ProviderIndexCache | undefined
  networks: Definition['networks']
  criteria: SearchRequest
  nameQuery: NameQuery | undefined
  cap: number
  signal: AbortSignal
}

async function runSearch(db: Database, prepared: PreparedSearch): Promise<string | Buffer> {
  const { definition, indexCache, networks, criteria, nameQuery, cap, signal } = prepared
  const { latitude, longitude, rangeInKM } = criteria
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    // Without the name: `searchWithoutCenter` may first find out whether its words are common.
    const filter = createFilter(networks, criteria)
    return searchWithoutCenter(db, { filter, place: criteria, nameQuery, cap, signal })
  }
  const filter = createFilter(networks, criteria, nameQuery)
  const circle = {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    rangeInKM: rangeInKM ?? defaultRangeInKM,
  }
  const { type, country, hasNameOrTaxIdCondition } = filter
  const nearby = { definition, networks, type, country, circle, cap, signal }
  const fromMemory = indexCache && !hasNameOrTaxIdCondition && (await searchInMemory(db, indexCache, nearby))
  return fromMemory || searchInDatabase(db, filter, circle, cap, signal)
}

/** Whether one coordinate is given without the other. */
export const hasHalfPoint = ({ latitude, longitude }: Pick<SearchRequest, 'latitude' | 'longitude'>) =>
  (typeof latitude === 'number') !== (typeof longitude === 'number')

/** Rounds degrees to about 0.1 mm, because the database cannot square extremely small numbers. */
export const roundDegrees = (degrees: number) => Math.round(degrees * 1e9) / 1e9

/** A search without a point. Its filter does not include the name. */
type UncenteredSearch = {
  filter: Filter
  place: PlaceCriteria
  nameQuery: NameQuery | undefined
  cap: number
  signal: AbortSignal
}

/**
 * The matching providers as JSON text: best name match first, then preferred, then by name. A state can have so many
 * providers with a common word that sorting them takes too long.
 */
async function searchWithoutCenter(db: Database, uncentered: UncenteredSearch): Promise<string> {
  const { filter, place, nameQuery, cap, signal } = uncentered
  const conditions = sql`${filter.condition} and ${placeCondition(place)}`
  const matching = nameQuery ? sql`${conditions} and ${nameCondition(nameQuery)}` : conditions
  const order = [...matchRank(nameQuery), ...byPreference]
  const mayBeCommon = nameQuery !== undefined && Boolean(place.state) && !hasStopWord(nameQuery)
  const isCommon =
    mayBeCommon &&
    nameQuery.words.every((word) => word.isCommon) &&
    (await estimateMatches(db, matching, signal)) > maxSorted
  if (!isCommon) {
    const bound = mayBeCommon ? { maxSorted } : {}
    const found = await findMatches(db, uncentered, { condition: matching, order, cap, ...bound })
    if (!found.isCut || !nameQuery) return `[${found.json}]`
  }
  const named = { ...uncentered, nameQuery }
  return inTransaction(db, (snapshot) => searchByCommonName(snapshot, named, conditions), {
    isSnapshot: true,
  })
}

/** The most providers that are all read and sorted. */
const maxSorted = fewestOfCommon
export const byPreference = [sql`preferred desc`, sql`name_key`, sql`hash`]
/** Stops PostgreSQL from using the index on names, where it would read every provider with that number of words. */
const unindexed = (condition: Sql) => sql`(${condition}) is true`
const hasStopWord = (name: NameQuery) => name.untypedStopWords.length < stopWords.size

const plan = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]),
})

/** The number of providers that PostgreSQL expects to match: an estimate from its statistics, without reading any. */
async function estimateMatches(db: Database, condition: Sql, signal: AbortSignal): Promise<number> {
  const query = sql`explain (format json) select from provider where ${condition}`
  const row = await queryRow(db, plan, query, { signal })
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

type Wanted = { condition: Sql; order: Sql[]; cap: number; maxSorted?: number }
const matchesRow = z.object({ json: z.string(), shown: z.number(), candidates: z.number() })

/**
 * The first providers in an order, as JSON text; none, and `isCut`, if there are more than `maxSorted`. Completes the JSON
 * text that `providerJson` in roster/provider-row.ts stored.
 */
async function findMatches(db: Database, { filter, signal }: UncenteredSearch, wanted: Wanted) {
  const { condition, order, cap, maxSorted } = wanted
  const isBounded = maxSorted !== undefined
  const candidates = isBounded
    ? sql`
      candidates as materialized (
        select provider_json, network_code, tin, name_words, preferred, name_key, hash
          from provider
         where ${condition}
         limit ${maxSorted + 1}::int),`
    : sql``
  const query = sql`
    with ${candidates}
    matching as (
      select provider_json, network_code, tin
        from ${isBounded ? sql`candidates` : sql`provider where ${condition}`}
       order by ${sql.join(order)}
       limit ${isBounded ? sql`case when (select count(*) from candidates) <= ${maxSorted}::int then ${cap}::int else 0 end` : sql`${cap}::int`})
    select coalesce(string_agg(provider_json || ',"distance":null,' || ${filter.perNetworkFields} || '}', ','), '') as json,
           count(*)::int as shown,
           ${isBounded ? sql`(select count(*)::int from candidates)` : sql`0`} as candidates
      from matching`
  const row = await queryRow(db, matchesRow, query, { signal })
  const { json = '', shown = 0 } = row ?? {}
  return { json, shown, isCut: isBounded && (row?.candidates ?? 0) > maxSorted }
}

/**
 * The same providers in the same order as `searchWithoutCenter`, by closeness of the match. For each class of matches,
 * PostgreSQL chooses between sorting all of it and reading the index on the order of providers until there are enough.
 */
async function searchByCommonName(
  db: Database,
  uncentered: UncenteredSearch & { nameQuery: NameQuery },
  conditions: Sql,
): Promise<string> {
  const { nameQuery, cap } = uncentered
  const closest = listClosest(nameQuery)
  const parts: string[] = []
  let left = cap
  const add = async (condition: Sql, order: Sql[]) => {
    if (left === 0) return
    const { json, shown } = await findMatches(db, uncentered, { condition, order, cap: left })
    if (json) parts.push(json)
    left -= shown
  }
  const words = sql`count_name_words(name_words)`
  for (const query of closest) {
    const condition = sql`${conditions} and ${wordsCondition(query)}`
    if (nameQuery.words.length > 1) {
      await add(condition, [sql`${words} > ${nameQuery.words.length}::int`, ...byPreference])
    } else {
      await add(sql`${condition} and ${words} <= 1`, byPreference)
      await add(sql`${condition} and ${unindexed(sql`${words} > 1`)}`, byPreference)
    }
  }
  const others = [nameCondition(nameQuery), ...closest.map((query) => sql`not ${wordsCondition(query)}`)]
  await add(sql.join([conditions, ...others], sql` and `), [...matchRank(nameQuery), ...byPreference])
  return `[${parts.join(',')}]`
}

/** The tsqueries of the closest matches, closest first; no name matches two of them. */
function listClosest({ words }: NameQuery): string[] {
  const exact = words.map((word) => `(${word.exact})`).join('&')
  const [only, ...others] = words
  if (!only || others.length > 0) return [exact]
  const notExact = `!(${exact})`
  const oneEdit = only.oneEdit ? [`(${only.oneEdit})&${notExact}&!(${only.prefix})`] : []
  return [exact, `(${only.prefix})&${notExact}`, ...oneEdit]
}

function placeCondition({ state, city, zipCode }: PlaceCriteria): Sql {
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

/** No name has an empty word. */
const matchesNothing = { exact: "' '", prefix: "' '", oneEdit: "' '" }

/**
 * The match rank of a name: first the sum over the typed words of 0 for an exact match, 1 for a prefix, 2 for
 * one edit, and 3 for more; then whether the name has words that were not typed. The text is the same for all names of at
 * most as many words as there are slots.
 */
export function matchRank(name: NameQuery | undefined, slots = 0): Sql[] {
  if (!name) return []
  const unused = Array.from({ length: Math.max(0, slots - name.words.length) }, () => matchesNothing)
  const each = [...name.words, ...unused].map(({ exact, prefix, ...word }) => {
    const oneEdit = word.oneEdit || (slots > 0 ? matchesNothing.oneEdit : '')
    const near = oneEdit ? sql`when name_words @@ ${oneEdit}::tsquery then 2` : sql``
    return sql`case when name_words @@ ${exact}::tsquery then 0
                    when name_words @@ ${prefix}::tsquery then 1 ${near} else 3 end`
  })
  const more = sql`length(ts_delete(name_words, ${name.untypedStopWords}::text[])) > ${name.words.length}::int`
  return [sql.join(each, sql` + `), more]
}
