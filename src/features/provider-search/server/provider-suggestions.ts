import type { z } from 'zod'
import { type Database, prefixCondition, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import type { getSuggestions, SuggestedProvider } from '../contract.ts'
import { allStates } from '../rules.ts'
import { byPreference, hasHalfPoint, matchRank, roundDegrees } from './find-providers.ts'
import { buildNameQuery, type NameQuery, nameCondition, wordsCondition } from './name-query.ts'
import { mercator } from './nearby/circle.ts'
import { createFilter } from './provider-filter.ts'
import { searchMessages } from './search-messages.ts'
import {
  type Area,
  findNearby,
  findSorted,
  type Lookup,
  type Place,
  type Searched,
} from './suggestion-queries.ts'

const maxProviders = 5
/** A shorter text is the beginning of many words, so it is compared with nearby providers only. */
const shortestName = 3
/** Planning a query takes as long as running it, so queries with at most this many words share a few texts. */
const rankedWords = 3

type Typed = Omit<z.infer<typeof getSuggestions.request>, 'providerCode' | 'networkCode'>

/**
 * At most five providers of the networks that a text may mean while it is typed: by their NPI, phone number or tax ID, or
 * by their name. Tax IDs match only in networks that show them.
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
  const typed = name.words.map(({ exact, prefix }) => `(${exact}|${prefix})`).join('&')
  const distinct = name.words.filter(({ isVague }) => !isVague)
  if (distinct.length === 0) return
  const others = name.words.filter(({ isVague }) => isVague).map(({ anything }) => `(${anything})`)
  const mistyped = wordsCondition([...others, `!(${typed})`].join('&'))
  const [rank = sql`1`] = matchRank(name, rankedWords)
  const found = await findSorted(lookup, {
    condition: nameCondition({ words: distinct }),
    filter: mistyped,
    order: [rank],
    enough: 1,
    isPrepared: name.words.length <= rankedWords,
  })
  for (const { rows } of found) yield* rows
}

/** Providers whose names have all typed words, or words that begin with them. */
async function* findByBeginnings(lookup: Lookup, name: NameQuery, isTooShort: boolean) {
  const { areas } = lookup.place
  const asQuery = (words: NameQuery['words']) =>
    wordsCondition(words.map(({ exact, prefix }) => `(${exact}|${prefix})`).join('&'))
  const all = asQuery(name.words)
  const distinct = name.words.filter(({ isVague }) => !isVague)
  // So many providers have a word with a short beginning that the index of words takes longer than the providers nearby.
  const condition = asQuery(distinct.length > 0 ? distinct : name.words)
  const wanted = {
    condition,
    filter: distinct.length > 0 ? all : sql`true`,
    enough: maxProviders,
    order: lookup.place.hasPoint ? [] : matchRank(name, rankedWords),
    isPrepared: name.words.length <= rankedWords,
  }
  if (distinct.length > 0) {
    for (const { area, rows, isCut } of await findSorted(lookup, wanted)) {
      if (isCut) yield* await findNearby(lookup, area, all)
      yield* rows
    }
    return
  }
  for (const area of areas) {
    const nearby = await findNearby(lookup, area, all)
    yield* nearby
    if (isTooShort && nearby.length > 0) return
    if (nearby.length >= maxProviders || isTooShort) continue
    for (const { rows } of await findSorted(lookup, wanted, [area])) yield* rows
  }
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
  const begins = (column: Sql, digits: string) =>
    prefixCondition(sql`${column} collate "C"`, sql`${digits}::text`)
  const showing = lookup.networks.filter(({ showsTaxId }) => showsTaxId).map(({ code }) => code)
  const conditions = [
    sql`roster_id ~ '^[12][0-9]{9}$' and ${begins(sql`roster_id`, npi)}`,
    ...(phone.length >= shortestNumber
      ? [sql`phone is not null and ${begins(sql`phone_key(phone)`, phone)}`]
      : []),
    ...(showing.length > 0 ? [sql`tin_digits = ${taxId} and network_code in (${sql.join(showing)})`] : []),
  ]
  const found = []
  for (const condition of conditions) {
    const wanted = { condition, filter: sql`true`, order: [], enough: maxProviders, isPrepared: false }
    for (const { rows } of await findSorted(lookup, wanted, [anyArea])) found.push(...rows)
  }
  return found
}

const anyArea: Area = { condition: sql`true`, order: sql`` }

/** The area to search first: near the coordinates, or else in the state. */
function readPlace({ stateId = allStates, ...typed }: Typed): Place {
  if (typed.latitude !== undefined && typed.longitude !== undefined) {
    const [latitude, longitude] = [roundDegrees(typed.latitude), roundDegrees(typed.longitude)]
    const center = sql`point(${longitude}::float8, ${mercator(latitude)}::float8)`
    return {
      hasPoint: true,
      areas: [{ ...anyArea, order: sql`order by location <-> ${center}` }],
      distance: sql`great_circle_km(${latitude}::float8, ${longitude}::float8, latitude, longitude)`,
      order: [sql`distance`, ...byPreference],
    }
  }
  const withoutPoint = { hasPoint: false, distance: sql`null::float8` }
  if (stateId === '' || stateId === allStates)
    return { ...withoutPoint, areas: [anyArea], order: byPreference }
  const elsewhereCondition = sql`state_id is distinct from ${stateId.toUpperCase()}`
  const inState = {
    condition: sql`state_id = ${stateId.toUpperCase()}`,
    order: sql`order by ${sql.join(byPreference)}`,
  }
  return {
    ...withoutPoint,
    areas: [inState, { ...anyArea, condition: elsewhereCondition }],
    order: [elsewhereCondition, ...byPreference],
  }
}
