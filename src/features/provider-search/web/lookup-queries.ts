import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { type City, type Country, findPlaces, type State } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { call } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import {
  findProviderTypes,
  getDirectoryFigures,
  getSearchDetail,
  getSearchInfo,
  getSuggestions,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  type ProviderType,
  type SearchInfo,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { allStates } from '../rules.ts'
import { findRememberedPlace, homeCountry, networkFamily, type SearchValues } from './search-values.ts'

/** The search definition and network that a lookup is for. */
type LookupParams = { providerCode: string; networkCode: string }

export const lookupParams = ({ code }: SearchInfo, network: string): LookupParams => ({
  providerCode: code,
  networkCode: network,
})

export const searchInfoQuery = (key: string) =>
  queryOptions({
    queryKey: ['search-info', key],
    queryFn: ({ signal }) => call(getSearchInfo, { key }, signal),
  })

/** The introduction that an operator wrote for the search and, if there is one, the component that renders it. */
export const introductionQuery = (key: string) =>
  queryOptions({
    queryKey: ['search-introduction', key],
    queryFn: async ({ signal }) => {
      const { content } = await call(getSearchDetail, { key }, signal)
      if (!content) return null
      const { SafeHtml } = await import('#platform/web/safe-html.tsx')
      return { content, SafeHtml }
    },
  })

export const directoryFiguresQuery = queryOptions({
  queryKey: ['directory-figures'],
  queryFn: ({ signal }) => call(getDirectoryFigures, {}, signal),
})

export const countriesQuery = (params: LookupParams) =>
  queryOptions({
    queryKey: ['countries', params],
    queryFn: ({ signal }) => call(listCountries, params, signal).then(({ results }) => results),
  })

export const statesQuery = (params: LookupParams, countryId: string) =>
  queryOptions({
    queryKey: ['states', params, countryId],
    queryFn: ({ signal }) =>
      call(listStates, { ...params, countryId }, signal).then(({ results }) => results),
  })

/** `stateId` is empty for all cities of the country. */
export const citiesQuery = (params: LookupParams, countryId: string, stateId: string) =>
  queryOptions({
    queryKey: ['cities', params, countryId, stateId],
    queryFn: ({ signal }) =>
      call(listCities, { ...params, countryId, stateId: stateId || allStates }, signal).then(
        ({ results }) => results,
      ),
  })

/** `stateId` is empty until a state is chosen. */
export const providerTypesQuery = (params: LookupParams, stateId: string) =>
  queryOptions({
    queryKey: ['provider-types', params, stateId],
    queryFn: ({ signal }) =>
      call(listProviderTypes, { ...params, stateId: stateId || allStates }, signal).then(
        ({ results }) => results,
      ),
  })

/** The options of a field, their loading state, and a retry after an error. */
export type LookupOptions<Item> = {
  items: readonly Item[]
  loading: boolean
  failure: string | undefined
  retry: () => void
}

/** The countries of the chosen network; empty for a domestic one, whose country is fixed. */
export function useCountries(search: SearchInfo, values: SearchValues): LookupOptions<Country> {
  const params = lookupParams(search, values.network)
  const enabled = networkFamily(search, values) !== 'domestic'
  return useLookupOptions(useQuery({ ...countriesQuery(params), enabled }), messages.countriesFailed)
}

/** The states of the chosen country: a fixed list for the United States; otherwise only for countries with states. */
export function useStates(search: SearchInfo, values: SearchValues, country?: Country): LookupOptions<State> {
  const params = lookupParams(search, values.network)
  const enabled = country?.hasStates ?? false
  const options = useLookupOptions(
    useQuery({ ...statesQuery(params, values.country), enabled }),
    messages.statesFailed,
  )
  return networkFamily(search, values) === 'domestic'
    ? { ...options, items: domesticStates, loading: false }
    : options
}

/** The cities of the chosen state or, in an international search without a state, of the country. */
export function useCities(search: SearchInfo, values: SearchValues): LookupOptions<City> {
  const params = lookupParams(search, values.network)
  const query = citiesQuery(params, values.country, values.state)
  return useLookupOptions(useQuery({ ...query, enabled: hasCities(search, values) }), messages.citiesFailed)
}

/**
 * Whether the area that contains the cities is chosen: the state in a domestic search, the country in an
 * international one.
 */
export const hasCities = (search: SearchInfo, values: SearchValues): boolean =>
  (networkFamily(search, values) === 'domestic' ? values.state : values.country) !== ''

/** The provider types of the network, in the chosen state if there is one. Keeps the previous ones while loading. */
export function useProviderTypes(search: SearchInfo, values: SearchValues): LookupOptions<ProviderType> {
  const params = lookupParams(search, values.network)
  const query = useQuery({
    ...providerTypesQuery(params, values.state),
    placeholderData: keepPreviousData,
  })
  return useLookupOptions(query, messages.providerTypesFailed)
}

/** How long typing must pause before a request. */
const pauseMs = 150

/**
 * The IDs of the provider types that the typed words may mean, best first; those of earlier words until they arrive. A
 * further letter cancels the request, or the pause before it: an aborted call sends nothing. A failure leaves none.
 */
export function useTypeSuggestions(search: SearchInfo, { network, state }: SearchValues, typed: string) {
  const params = lookupParams(search, network)
  const searchTerm = typed.trim()
  const { data, isFetching } = useQuery({
    queryKey: ['type-suggestions', params, state, searchTerm],
    ...afterPause(async (signal) => {
      const request = { ...params, stateId: state || allStates, searchTerm }
      const { results } = await call(findProviderTypes, request, signal)
      return results.map(({ id }) => id)
    }),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
  return { suggested: data, pending: isFetching }
}

/** Waits for a pause in typing, then calls; another letter cancels both. */
const afterPause = <Result>(request: (signal: AbortSignal, queries: QueryClient) => Promise<Result>) => ({
  queryFn: async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return request(signal, client)
  },
  retry: false,
})

/** The types and providers that a text may mean, near the chosen place. */
export function suggestionsQuery(search: SearchInfo, values: SearchValues, text: string) {
  const { latitude, longitude } = findRememberedPlace(values) ?? {}
  const request = {
    ...lookupParams(search, values.network),
    searchTerm: text.trim(),
    ...(values.country && { countryId: values.country }),
    ...(values.state && { stateId: values.state }),
    ...(latitude !== undefined && { latitude, longitude }),
  }
  return queryOptions({
    queryKey: ['suggestions', request],
    ...afterPause((signal) => call(getSuggestions, request, signal)),
  })
}

/** The IDs of the countries that a search covers: those in which the network has providers, or the United States. */
export async function listCoveredCountries(queries: QueryClient, search: SearchInfo, values: SearchValues) {
  if (networkFamily(search, values) === 'domestic') return [homeCountry]
  const countries = await queries.ensureQueryData(countriesQuery(lookupParams(search, values.network)))
  return countries.map(({ id }) => id)
}

/** The places that a text may mean, in the countries that the search covers. */
export function placesQuery(search: SearchInfo, values: SearchValues, text: string) {
  const searchTerm = text.trim()
  return queryOptions({
    queryKey: ['places', lookupParams(search, values.network), searchTerm],
    ...afterPause(async (signal, queries) => {
      const countryIds = await listCoveredCountries(queries, search, values)
      const { results } = await call(findPlaces, { searchTerm, countryIds }, signal)
      return results
    }),
  })
}

const nothing: readonly never[] = []

function useLookupOptions<Item>(query: UseQueryResult<Item[]>, message: string): LookupOptions<Item> {
  useErrorNotice(query, message)
  return {
    items: query.data ?? nothing,
    loading: query.isLoading || query.isPlaceholderData,
    failure: query.isError ? message : undefined,
    retry: () => void query.refetch(),
  }
}
