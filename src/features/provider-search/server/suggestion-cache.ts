import type { z } from 'zod'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import type { Database } from '#platform/db/database.ts'
import { getSuggestions, type ProviderType } from '../contract.ts'
import { allStates } from '../rules.ts'
import { buildNameQuery } from './name-query.ts'
import { suggestProviders } from './provider-suggestions.ts'
import {
  type Definition,
  type DirectoryVersions,
  queryProviderTypes,
  type ReadDirectory,
} from './search-definitions.ts'
import { readTypeWords } from './type-words/build-vocabulary.ts'
import { createRelatedTypes } from './type-words/create-related-types.ts'
import { createTypeDecision } from './type-words/create-type-decision.ts'
import { createTypeMatcher } from './type-words/create-type-matcher.ts'

const readTypes = loadOnce(async () => {
  const words = readTypeWords()
  return {
    match: createTypeMatcher(words),
    decide: createTypeDecision(words),
    relate: createRelatedTypes(words),
  }
})

/** Reads the words of types and of names, which takes most of a second, before someone waits for suggestions. */
export async function warmUpSuggestions(db: Database) {
  await readTypes()
  await buildNameQuery(db, 'warm')
}

/** The networks that a request may search, and the version of their providers. */
type Searched = Pick<Definition, 'networks'> & DirectoryVersions
type Typed = z.output<typeof getSuggestions.request>

const maxTypes = 10
const maxTypesInBox = 4
const maxRelated = 4

/** At about two kilobytes, ten megabytes. */
const maxSuggestionLists = 5000
const maxTypeLists = 200

/**
 * The suggestions for typed text. Different people type the same beginnings, so each process keeps the latest lists
 * until the directory changes. Its version comes with each request's search definition, so no list is outdated.
 */
export function createSuggestionCache(readDirectory: ReadDirectory) {
  const suggestionLists = createDirectoryCache<string>(maxSuggestionLists)
  const typeLists = createDirectoryCache<ProviderType[]>(maxTypeLists)

  /** The provider types available in the networks, in one state or anywhere, that a text may mean, best first. */
  async function findTypes(searched: Searched, stateId: string, text: string) {
    const { match } = await readTypes()
    return (await selectAvailable(searched, stateId, match(text))).slice(0, maxTypes)
  }

  /** The available types that share words with a type, closest first. */
  async function findRelated(searched: Searched, stateId: string, typeId: string) {
    const { relate } = await readTypes()
    return (await selectAvailable(searched, stateId, relate(typeId))).slice(0, maxRelated)
  }

  async function selectAvailable(searched: Searched, stateId: string, ids: readonly string[]) {
    const { networks, directoryVersion } = searched
    if (ids.length === 0) return []
    const codes = networks.map(({ code }) => code)
    const available = await typeLists(directoryVersion, JSON.stringify([codes, stateId]), () =>
      readDirectory(searched, (directoryDb) => queryProviderTypes(directoryDb, codes, stateId)),
    )
    return ids.flatMap((id) => available.find((type) => type.id === id) ?? [])
  }

  async function find(searched: Searched, typed: Typed, signal: AbortSignal): Promise<string> {
    // Whatever the state: a search for a type that the state lacks leads to the nearest one.
    const types = await findTypes(searched, allStates, typed.searchTerm)
    const found = await readDirectory(searched, (directoryDb) =>
      suggestProviders(directoryDb, searched, typed, signal),
    )
    const isVeterinarian = veterinarian.test(typed.searchTerm.trim())
    const providers = isVeterinarian ? found.filter(({ name }) => veterinarianWord.test(name)) : found
    const [best] = types
    const { decide } = await readTypes()
    const names = providers.map(({ name }) => name)
    return JSON.stringify(
      getSuggestions.response.parse({
        types: types.slice(0, maxTypesInBox),
        providers,
        meansType: best !== undefined && decide(typed.searchTerm, best.id, names),
      }),
    )
  }

  return {
    findTypes,
    findRelated,
    /** The types and providers that a text may mean, as JSON text. Numbers, which may be tax IDs, are not kept. */
    suggest(searched: Searched, typed: Typed, signal: AbortSignal): Promise<string> {
      const work = () => find(searched, typed, signal)
      return /\p{L}/u.test(typed.searchTerm)
        ? suggestionLists(searched.directoryVersion, describeRequest(searched, typed), work)
        : work()
    },
  }
}

/** Everything that the suggestions depend on, except for the version of the directory. */
function describeRequest({ networks }: Searched, typed: Typed): string {
  const { searchTerm, countryId, stateId, latitude, longitude } = typed
  const place = [countryId, stateId, latitude, longitude]
  const searched = networks.map(({ code, showsTaxId }) => [code, showsTaxId])
  return JSON.stringify([searchTerm.trim().toLowerCase(), ...place, searched])
}

/** "vet" means no veterans, unless the name has the word itself: Enter takes the first suggestion. */
const veterinarian = /^vets?$/i
const veterinarianWord = /\bvets?\b/i

/** Keeps the latest values of one version of the directory, at most this many. */
function createDirectoryCache<Value>(most: number) {
  const values = new Map<string, Value>()
  let current: number | undefined

  function keep(key: string, value: Value) {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > most && oldest !== undefined) values.delete(oldest)
  }

  return async (version: number, key: string, find: () => Promise<Value>): Promise<Value> => {
    if (version !== current) values.clear()
    current = version
    const value = values.get(key) ?? (await find())
    // The directory may have changed since: then the value belongs to a version that is no longer cached.
    if (version === current) keep(key, value)
    return value
  }
}
