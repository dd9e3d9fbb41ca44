import type { QueryClient } from '@tanstack/react-query'
import { domesticStates } from '#geography/rules.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allCities, allTypes, isDistanceSearch, offersRange } from '../../rules.ts'
import { formatRange } from '../format-range.ts'
import { countriesQuery, lookupParams, statesQuery } from '../lookup-queries.ts'
import { formatAddress } from '../search-request.ts'
import { homeCountry, networkFamily, type SearchValues } from '../search-values.ts'

/** A part of a search: what it is about, and what was asked for. */
export type Part = [label: string, words: string]

/** A search as a person would say it. States and countries are named by the look-ups that were made for its form. */
export function describeSearch(
  client: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  found: readonly Provider[],
): Part[] {
  const isRanged =
    isDistanceSearch(values, networkFamily(search, values)) &&
    offersRange(values, networkFamily(search, values))
  const place = formatAddress(
    { ...values, city: values.city === allCities ? messages.allCities : values.city },
    findRegion(client, search, values),
  )
  const parts: Part[] = [
    [
      messages.network,
      Object.keys(search.networks).length > 1 ? (search.networks[values.network] ?? '') : '',
    ],
    [messages.providerType, describeType(values, found)],
    [messages.place, place],
    [messages.range, isRanged ? messages.within(formatRange(values.range, search.unit)) : ''],
    [messages.providerName, values.name],
    [messages.taxId, values.taxId],
  ]
  return parts.filter(([, words]) => words !== '')
}

/** Every provider that a search for one type finds is of that type. */
const describeType = ({ providerType }: SearchValues, [first]: readonly Provider[]) =>
  providerType === allTypes ? messages.everyType : (first?.providerType ?? providerType)

function findRegion(
  client: QueryClient,
  search: SearchInfo,
  { network, country, state, city, zipCode }: SearchValues,
) {
  if (networkFamily(search, { network }) === 'domestic') {
    const named = domesticStates.find(({ id }) => id === state)?.name
    return { state: city || zipCode ? state : (named ?? state), country: messages.unitedStates }
  }
  const params = lookupParams(search, network)
  const states = client.getQueryData(statesQuery(params, country).queryKey)
  return {
    state: states?.find(({ id }) => id === state)?.name ?? state,
    country: findCountryName(client, search, { network }, country),
  }
}

/** A country by its name in the look-up of the network. */
export function findCountryName(
  client: QueryClient,
  search: SearchInfo,
  { network }: Pick<SearchValues, 'network'>,
  country: string,
): string {
  if (country === homeCountry) return messages.unitedStates
  const countries = client.getQueryData(countriesQuery(lookupParams(search, network)).queryKey)
  return countries?.find(({ id }) => id === country)?.name ?? country
}
