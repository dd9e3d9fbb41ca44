import { z } from 'zod'
import { type Database, queryRows, type Sql, sql, startsWith } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { getSuggestions, SuggestedProvider } from '../contract.ts'
import { buildNameQuery, matches, matchesName, type NameQuery } from './name-query.ts'
import { createFilter } from './provider-filter.ts'
import { mercator } from './search-by-distance.ts'
import type { Definition } from './search-definitions.ts'
import { searchMessages } from './search-messages.ts'
import { hasHalfPoint, matchRank, roundDegrees } from './search-providers.ts'

const maxProviders = 5
/** Providers can be in several networks, so a few more are read than are suggested. */
const maxRows = 10
/** The maximum number of matches to sort. If there are more, the matches nearest to the place are good enough. */
const maxSorted = 500
/** The maximum number of providers with the distinct words that are tested for the other words. */
const maxFiltered = 2000
/** The number of providers near the place whose names are compared. */
const maxCompared = 1000
/** The beginning of many words that is shorter is compared with providers nearby only. */
const shortestName = 3
/** Planning a query takes as long as running it. Those with at most so many words have the same few texts. */
const rankedWords = 3

type Typed = Omit<z.infer<typeof getSuggestions.request>, 'providerCode' | 'networkCode'>
type Searched = Pick<Definition, 'networks' | 'wordsVersion'>

/**
 * What all queries of a suggestion share. An abort, such as by the next letter, ends the work before the next query: each
 * is short, and to cancel one in the database takes a connection of its own.
 */
type Lookup = Searched & { db: Database; conditions: Sql; place: Place; signal: AbortSignal }

/**
 * At most five providers of the networks that a text may mean while it is typed: by their NPI, phone number or tax ID, or by
 * their name. Tax IDs match only in networks that show them.
 */
export async function suggestProviders(
  db: Database,
  { networks, wordsVersion }: Searched,
  typed: Typed,
  signal: AbortSignal,
): Promise<SuggestedProvider[]> {
  if (hasHalfPoint(typed)) throw problem(400, searchMessages.incompletePoint)
  const conditions = createFilter(networks, { country: typed.countryId }).condition
  const lookup = { db, networks, wordsVersion, conditions, place: readPlace(typed), signal }
  const found = new Map<string, SuggestedProvider>()
  for await (const row of findInTurn(lookup, typed.searchTerm)) {
    const provider = { ...JSON.parse(`${row.json}}`), distance: row.distance } as SuggestedProvider
    found.set([provider.name, provider.latitude, provider.longitude].join('\n'), provider)
    if (found.size === maxProviders) break
  }
  return [...found.values()]
}

/** The matching providers, likely ones first. The reader stops when it has enough of them. */
async function* findInTurn(lookup: Lookup, text: string) {
  const numbers = readNumbers(text)
  if (numbers) yield* await findByNumber(lookup, numbers)
  lookup.signal.throwIfAborted()
  const name = await buildNameQuery(lookup.db, text, { wordsVersion: lookup.wordsVersion })
  if (!name) return
  yield* findByBeginnings(lookup, name, text.trim().length < shortestName)
  if (name.hasAlternatives) yield* findMistyped(lookup, name)
}

/** Providers whose names have the typed words with typing errors; elsewhere only if the chosen state has none. */
async function* findMistyped(lookup: Lookup, name: NameQuery) {
  const { areas, order } = lookup.place
  const typed = name.words.map(({ exact, prefix }) => `(${exact}|${prefix})`).join('&')
  const distinct = name.words.filter(({ isVague }) => !isVague)
  if (distinct.length === 0) return
  const others = name.words.filter(({ isVague }) => isVague).map(({ anything }) => `(${anything})`)
  const mistyped = matches([...others, `!(${typed})`].join('&'))
  const [rank = sql`1`] = matchRank(name, rankedWords)
  for (const area of areas) {
    const condition = sql`${area.condition} and ${matchesName({ words: distinct })}`
    const isPrepared = distinct.length <= rankedWords && name.words.length <= rankedWords
    const { rows } = await findSorted(lookup, condition, [rank, ...order], { filter: mistyped, isPrepared })
    yield* rows
    if (rows.length > 0) return
  }
}

/** Providers whose names have all typed words, or words that begin with them. */
async function* findByBeginnings(lookup: Lookup, name: NameQuery, isTooShort: boolean) {
  const { areas, order } = lookup.place
  const asQuery = (words: NameQuery['words']) =>
    matches(words.map(({ exact, prefix }) => `(${exact}|${prefix})`).join('&'))
  const all = asQuery(name.words)
  const distinct = name.words.filter(({ isVague }) => !isVague)
  // So many providers have a word with a short beginning that the index of words takes longer than the providers nearby.
  const indexed = asQuery(distinct.length > 0 ? distinct : name.words)
  const ranks = lookup.place.hasPoint ? [] : matchRank(name, rankedWords)
  const isPrepared = name.words.length <= rankedWords
  for (const area of areas) {
    const nearby = distinct.length === 0 ? await findNearby(lookup, area, all) : []
    yield* nearby
    if (nearby.length >= maxProviders || (distinct.length === 0 && isTooShort)) continue
    const condition = sql`${area.condition} and ${indexed}`
    const filter = distinct.length < name.words.length && distinct.length > 0 ? all : sql`true`
    const sorted = await findSorted(lookup, condition, [...ranks, ...order], { filter, isPrepared })
    if (sorted.isCut && distinct.length > 0) yield* await findNearby(lookup, area, all)
    yield* sorted.rows
  }
}

const row = z.object({ json: z.string(), distance: z.number().nullable(), isCut: z.boolean() })

type SortedOptions = { filter?: Sql; isPrepared?: boolean }

/**
 * The first of the matching providers in this order; `isCut` if there are too many to sort them all. The condition is for
 * an index; the filter, which no index answers, is tested on so many providers at most.
 */
async function findSorted(lookup: Lookup, condition: Sql, order: Sql[], options: SortedOptions = {}) {
  const { filter = sql`true`, isPrepared = false } = options
  const { db, conditions, place, signal } = lookup
  signal.throwIfAborted()
  const rows = await queryRows(
    db,
    row,
    sql`
    with indexed as materialized (
      select provider_json, name_words, state_id, preferred, name_key, hash, latitude, longitude
        from provider
       where ${conditions} and ${condition}
       limit ${maxFiltered}::int),
    candidates as materialized (
      select *, ${place.distance} as distance from indexed where ${filter} limit ${maxSorted}::int)
    select provider_json as json, distance,
           (select count(*) from candidates) = ${maxSorted}::int
             or (select count(*) from indexed) = ${maxFiltered}::int as "isCut"
      from candidates
     order by ${sql.join(order)}
     limit ${maxRows}::int`,
    { isPrepared },
  )
  return { rows, isCut: rows[0]?.isCut ?? false }
}

/** The matching ones among the first providers of an area. */
function findNearby({ db, conditions, place, signal }: Lookup, area: Area, condition: Sql) {
  signal.throwIfAborted()
  return queryRows(
    db,
    row,
    sql`
    select provider_json as json, ${place.distance} as distance, false as "isCut"
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

type Numbers = { npi: string; phone: string; taxId: string }

const shortestNumber = 4

/** What a text of digits, in any of the usual formats, may be the beginning of; undefined for another text. */
function readNumbers(text: string): Numbers | undefined {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < shortestNumber || !/^[\d\s()+./\u2010-\u2013-]+$/.test(text)) return undefined
  return { npi: digits, taxId: digits, phone: digits.replace(/^[01]+/, '') }
}

/** The providers with a number that begins with the typed one, or with this tax ID in a network that shows it. */
async function findByNumber(lookup: Lookup, { npi, phone, taxId }: Numbers) {
  const begins = (column: Sql, digits: string) => startsWith(sql`${column} collate "C"`, sql`${digits}::text`)
  const showing = lookup.networks.filter(({ showsTaxId }) => showsTaxId).map(({ code }) => code)
  const conditions = [
    sql`roster_id ~ '^[12][0-9]{9}$' and ${begins(sql`roster_id`, npi)}`,
    ...(phone.length >= shortestNumber
      ? [sql`phone is not null and ${begins(sql`phone_key(phone)`, phone)}`]
      : []),
    ...(showing.length > 0 ? [sql`tin_digits = ${taxId} and network_code in (${sql.join(showing)})`] : []),
  ]
  const found = []
  for (const condition of conditions)
    found.push(...(await findSorted(lookup, condition, lookup.place.order)).rows)
  return found
}

/** Where to look, and the order in which an index has its providers. */
type Area = { condition: Sql; order: Sql }

type Place = {
  hasPoint: boolean
  /** The chosen state and then everywhere else. */
  areas: Area[]
  distance: Sql
  /** The order of suggestions. */
  order: Sql[]
}

const anywhere = '0'

/** Where to look first: near the coordinates, or else in the state. */
function readPlace({ stateId = anywhere, ...typed }: Typed): Place {
  const byPreference = [sql`preferred desc`, sql`name_key`, sql`hash`]
  const everywhere = { condition: sql`true`, order: sql`` }
  if (typed.latitude !== undefined && typed.longitude !== undefined) {
    const [latitude, longitude] = [roundDegrees(typed.latitude), roundDegrees(typed.longitude)]
    const center = sql`point(${longitude}::float8, ${mercator(latitude)}::float8)`
    return {
      hasPoint: true,
      areas: [{ ...everywhere, order: sql`order by location <-> ${center}` }],
      distance: sql`great_circle_km(${latitude}::float8, ${longitude}::float8, latitude, longitude)`,
      order: [sql`distance`, ...byPreference],
    }
  }
  const withoutPoint = { hasPoint: false, distance: sql`null::float8` }
  if (stateId === '' || stateId === anywhere)
    return { ...withoutPoint, areas: [everywhere], order: byPreference }
  const isElsewhere = sql`state_id is distinct from ${stateId.toUpperCase()}`
  const inState = {
    condition: sql`state_id = ${stateId.toUpperCase()}`,
    order: sql`order by ${sql.join(byPreference)}`,
  }
  return {
    ...withoutPoint,
    areas: [inState, { ...everywhere, condition: isElsewhere }],
    order: [isElsewhere, ...byPreference],
  }
}
