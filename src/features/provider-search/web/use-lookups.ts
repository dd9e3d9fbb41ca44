import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { City, Country, State } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import type { ProviderType, SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  citiesQuery,
  countriesQuery,
  lookupParams,
  providerTypesQuery,
  statesQuery,
} from './lookup-queries.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

/** What a field offers: its items, whether they are on their way, and how to ask again when that failed. */
export type LookupOptions<Item> = {
  items: readonly Item[]
  loading: boolean
  failure: string | undefined
  retry: () => void
}

/** The countries of the chosen network; none on a domestic one, where the country is fixed. */
export function useCountries(search: SearchInfo, values: SearchValues): LookupOptions<Country> {
  const params = lookupParams(search, values.network)
  const enabled = networkFamily(search, values) !== 'domestic'
  return useLookupOptions(useQuery({ ...countriesQuery(params), enabled }), messages.countriesFailed)
}

/** The states of the chosen country: at home the fixed list, abroad those of a country that has any. */
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

/** The cities of the chosen state; abroad, until a state is chosen, those of the country. */
export function useCities(search: SearchInfo, values: SearchValues): LookupOptions<City> {
  const params = lookupParams(search, values.network)
  const query = citiesQuery(params, values.country, values.state)
  return useLookupOptions(useQuery({ ...query, enabled: hasCities(search, values) }), messages.citiesFailed)
}

/** Whether it is known where the cities lie: at home in which state, abroad in which country. */
export const hasCities = (search: SearchInfo, values: SearchValues): boolean =>
  (networkFamily(search, values) === 'domestic' ? values.state : values.country) !== ''

/** The provider types of the network, in the chosen state if there is one; the last ones stand until these are there. */
export function useProviderTypes(search: SearchInfo, values: SearchValues): LookupOptions<ProviderType> {
  const params = lookupParams(search, values.network)
  const query = useQuery({
    ...providerTypesQuery(params, values.state),
    placeholderData: keepPreviousData,
  })
  return useLookupOptions(query, messages.providerTypesFailed)
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
