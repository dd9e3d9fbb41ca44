import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { SearchInfo } from '../contract.ts'
import { allTypes } from '../rules.ts'
import { askingFor, countriesQuery, providerTypesQuery, statesQuery } from './lookup-queries.ts'
import type { Refused } from './search-params.ts'
import { isEnough } from './search-request.ts'
import { familyOf, type SearchValues } from './search-values.ts'

type Addressed = { values: SearchValues; refused: Refused }

/**
 * The search of the page's address, where it is enough and all of it is offered: what can be asked for nowhere is not
 * searched. Undefined until the look-ups of the form have told; one that failed refuses nothing.
 */
export function useOfferedSearch(
  search: SearchInfo,
  { values, refused }: Addressed,
): SearchValues | undefined {
  const { network, country, state, providerType } = values
  const asking = askingFor(search, network)
  const isSearch = isEnough(values, search) && refused.fields.length === 0 && !refused.isTerritory
  const isAbroad = familyOf(search, values) !== 'domestic'
  const namesType = isSearch && providerType !== allTypes
  const namesCountry = isSearch && isAbroad && country !== ''
  const namesState = namesCountry && state !== ''
  const types = useQuery({ ...providerTypesQuery(asking, state), enabled: namesType })
  const countries = useQuery({ ...countriesQuery(asking), enabled: namesCountry })
  const states = useQuery({ ...statesQuery(asking, country), enabled: namesState })
  const isOffered =
    (!namesType || offers(types, providerType)) &&
    (!namesCountry || offers(countries, country)) &&
    (!namesState || offers(states, state))
  return isSearch && isOffered ? values : undefined
}

function offers({ data, isError }: UseQueryResult<{ id: string }[]>, id: string): boolean {
  if (!data) return isError
  return data.length === 0 || data.some((item) => item.id === id)
}
