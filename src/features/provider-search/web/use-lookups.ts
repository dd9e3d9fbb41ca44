import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { City, Country, State } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import type { ProviderType, SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { askingFor, citiesQuery, countriesQuery, providerTypesQuery, statesQuery } from './lookup-queries.ts'
import { familyOf, type SearchValues } from './search-values.ts'

/** What a field offers: its items, whether they are on their way, and how to ask again when that failed. */
export type Offer<Item> = {
  items: readonly Item[]
  loading: boolean
  failure: string | undefined
  retry: () => void
}

/** The countries of the chosen network; none on a domestic one, where the country is fixed. */
export function useCountries(search: SearchInfo, values: SearchValues): Offer<Country> {
  const asking = askingFor(search, values.network)
  const enabled = familyOf(search, values) !== 'domestic'
  return useOffer(useQuery({ ...countriesQuery(asking), enabled }), messages.countriesFailed)
}

/** The states of the chosen country: at home the fixed list, abroad those of a country that has any. */
export function useStates(search: SearchInfo, values: SearchValues, country?: Country): Offer<State> {
  const asking = askingFor(search, values.network)
  const enabled = country?.hasStates ?? false
  const offer = useOffer(useQuery({ ...statesQuery(asking, values.country), enabled }), messages.statesFailed)
  return familyOf(search, values) === 'domestic' ? { ...offer, items: domesticStates, loading: false } : offer
}

/** The cities of the chosen state; abroad, until a state is chosen, those of the country. */
export function useCities(search: SearchInfo, values: SearchValues): Offer<City> {
  const asking = askingFor(search, values.network)
  const query = citiesQuery(asking, values.country, values.state)
  return useOffer(useQuery({ ...query, enabled: hasCities(search, values) }), messages.citiesFailed)
}

/** Whether it is known where the cities lie: at home in which state, abroad in which country. */
export const hasCities = (search: SearchInfo, values: SearchValues): boolean =>
  (familyOf(search, values) === 'domestic' ? values.state : values.country) !== ''

/** The provider types of the network, in the chosen state if there is one; the last ones stand until these are there. */
export function useProviderTypes(search: SearchInfo, values: SearchValues): Offer<ProviderType> {
  const asking = askingFor(search, values.network)
  const query = useQuery({
    ...providerTypesQuery(asking, values.state),
    placeholderData: keepPreviousData,
  })
  return useOffer(query, messages.providerTypesFailed)
}

const nothing: readonly never[] = []

function useOffer<Item>(query: UseQueryResult<Item[]>, sentence: string): Offer<Item> {
  useErrorNotice(query, sentence)
  return {
    items: query.data ?? nothing,
    loading: query.isLoading || query.isPlaceholderData,
    failure: query.isError ? sentence : undefined,
    retry: () => void query.refetch(),
  }
}
