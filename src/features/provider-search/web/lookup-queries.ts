import {
  CancelledError,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { findPlaces, type Place } from '#geography/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { afterPause } from '#platform/web/combo-box/after-pause.ts'
import {
  getDirectoryFigures,
  getSearchDetail,
  getSearchInfo,
  getSuggestions,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  type SearchInfo,
} from '../contract.ts'
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

/** Fetches suggestions for a submission; once more if the field, which shares the request, canceled it for other text. */
export const fetchSuggestions = <Result, Key extends QueryKey>(
  queries: QueryClient,
  query: FetchQueryOptions<Result, Error, Result, Key>,
) =>
  queries.fetchQuery(query).catch((error) => {
    if (error instanceof CancelledError) return queries.fetchQuery(query)
    throw error
  })

/** The types and providers that a text may mean, near the chosen place. */
export function suggestionsQuery(
  search: SearchInfo,
  values: SearchValues,
  text: string,
  near: Place | undefined = findRememberedPlace(values),
) {
  const { latitude, longitude } = near ?? {}
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
