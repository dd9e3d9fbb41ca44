import type { QueryClient } from '@tanstack/react-query'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { allTypes } from '../../rules.ts'
import { countriesQuery, lookupParams, providerTypesQuery, searchInfoQuery } from '../lookup-queries.ts'
import { toSearchParams } from '../search-params.ts'
import { choosePlace, emptyValues, type SearchValues } from '../search-values.ts'
import { resolveWhat, type TypedText } from './resolve-what.ts'

/** The search at home: its values, and the words that were typed without a choice. */
type SearchAtHome = { search: SearchInfo; values: SearchValues; what: TypedText | undefined }

/**
 * The parameters of the search with this key for a place abroad, with what the person searched for at home; undefined if none
 * of its networks covers the country. A network that has the type comes first.
 */
export async function describeSearchAbroad(
  queries: QueryClient,
  key: string,
  place: Place,
  home: SearchAtHome,
) {
  const resolved = await resolveWhat(queries, home.search, home.values, home.what)
  const meant = { ...home.values, ...('changes' in resolved && resolved.changes) }
  const providerType = meant.providerType || allTypes
  const search = await queries.ensureQueryData(searchInfoQuery(key))
  const [network] = await listNetworks(queries, search, place.country, providerType)
  if (!network) return undefined
  const values = { ...emptyValues(search, network), ...choosePlace(place, false) }
  return toSearchParams({ ...values, providerType, name: meant.name }, search)
}

/** The networks that cover a country, those that have the type first. */
async function listNetworks(queries: QueryClient, search: SearchInfo, country: string, type: string) {
  const covering: string[] = []
  for (const network of Object.keys(search.networks)) {
    const params = lookupParams(search, network)
    const countries = await queries.ensureQueryData(countriesQuery(params))
    if (!countries.some(({ id }) => id === country)) continue
    const types = await queries.ensureQueryData(providerTypesQuery(params, ''))
    if (types.some(({ id }) => id === type)) return [network]
    covering.push(network)
  }
  return covering
}
