import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { SearchInfo } from '../contract.ts'
import { allTypes } from '../rules.ts'
import { countriesQuery, lookupParams, providerTypesQuery, statesQuery } from './lookup-queries.ts'
import type { InvalidParams } from './search-params.ts'
import { isFormComplete } from './search-request.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

type PageSearch = { values: SearchValues; invalid: InvalidParams }

/**
 * The search in the URL if it is complete and all of its choices are available. Undefined until the lookups have
 * loaded; a failed lookup does not block the search.
 */
export function useValidSearch(
  search: SearchInfo,
  { values, invalid }: PageSearch,
): SearchValues | undefined {
  const { network, country, state, providerType } = values
  const params = lookupParams(search, network)
  const isSearch = isFormComplete(values, search) && invalid.fields.length === 0 && !invalid.isTerritory
  const isAbroad = networkFamily(search, values) !== 'domestic'
  const namesType = isSearch && providerType !== allTypes
  const namesCountry = isSearch && isAbroad && country !== ''
  const namesState = namesCountry && state !== ''
  const types = useQuery({ ...providerTypesQuery(params, state), enabled: namesType })
  const countries = useQuery({ ...countriesQuery(params), enabled: namesCountry })
  const states = useQuery({ ...statesQuery(params, country), enabled: namesState })
  const isAvailable =
    (!namesType || isOption(types, providerType)) &&
    (!namesCountry || isOption(countries, country)) &&
    (!namesState || isOption(states, state))
  return isSearch && isAvailable ? values : undefined
}

function isOption({ data, isError }: UseQueryResult<{ id: string }[]>, id: string): boolean {
  if (!data) return isError
  return data.length === 0 || data.some((item) => item.id === id)
}
