import type { QueryClient } from '@tanstack/react-query'
import { domesticStates } from '#geography/rules.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allCities, allTypes, isAroundPoint, offersRange } from '../../rules.ts'
import { rangeInWords } from '../format-range.ts'
import { askingFor, countriesQuery, statesQuery } from '../lookup-queries.ts'
import { placeInWords } from '../search-request.ts'
import { familyOf, home, type SearchValues } from '../search-values.ts'

/** A part of a search: what it is about, and what was asked for. */
export type Part = [label: string, words: string]

/** A search as a person would say it. States and countries are named by the look-ups that were made for its form. */
export function searchInWords(
  client: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  found: readonly Provider[],
): Part[] {
  const isRanged =
    isAroundPoint(values, familyOf(search, values)) && offersRange(values, familyOf(search, values))
  const place = placeInWords(
    { ...values, city: values.city === allCities ? messages.allCities : values.city },
    regionOf(client, search, values),
  )
  const parts: Part[] = [
    [
      messages.network,
      Object.keys(search.networks).length > 1 ? (search.networks[values.network] ?? '') : '',
    ],
    [messages.providerType, typeOf(values, found)],
    [messages.place, place],
    [messages.range, isRanged ? messages.within(rangeInWords(values.range, search.unit)) : ''],
    [messages.providerName, values.name],
    [messages.taxId, values.taxId],
  ]
  return parts.filter(([, words]) => words !== '')
}

/** Every provider that a search for one type finds is of that type. */
const typeOf = ({ providerType }: SearchValues, [first]: readonly Provider[]) =>
  providerType === allTypes ? messages.everyType : (first?.providerType ?? providerType)

function regionOf(
  client: QueryClient,
  search: SearchInfo,
  { network, country, state, city, zipCode }: SearchValues,
) {
  if (familyOf(search, { network }) === 'domestic') {
    const named = domesticStates.find(({ id }) => id === state)?.name
    return { state: city || zipCode ? state : (named ?? state), country: messages.unitedStates }
  }
  const asking = askingFor(search, network)
  const states = client.getQueryData(statesQuery(asking, country).queryKey)
  return {
    state: states?.find(({ id }) => id === state)?.name ?? state,
    country: countryIn(client, search, { network }, country),
  }
}

/** A country by its name in the look-up of the network. */
export function countryIn(
  client: QueryClient,
  search: SearchInfo,
  { network }: Pick<SearchValues, 'network'>,
  country: string,
): string {
  if (country === home) return messages.unitedStates
  const countries = client.getQueryData(countriesQuery(askingFor(search, network)).queryKey)
  return countries?.find(({ id }) => id === country)?.name ?? country
}
