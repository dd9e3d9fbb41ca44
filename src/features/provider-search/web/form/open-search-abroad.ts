import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../quick-search-messages.ts'
import { allTypes } from '../../rules.ts'
import { countriesQuery, lookupParams, providerTypesQuery, searchInfoQuery } from '../lookup-queries.ts'
import { toSearchParams } from '../search-params.ts'
import { choosePlace, emptyValues, rememberPlace, type SearchValues } from '../search-values.ts'
import { findKeyAbroad } from './place-abroad.ts'
import { resolveWhat, type TypedText } from './resolve-what.ts'

/** The search at home: its values, and the words that were typed without a choice. */
type SearchAtHome = { search: SearchInfo; values: SearchValues; what: TypedText | undefined }

/**
 * Opens the search abroad for a place there, with what the person searched for at home; returns why it cannot. A network
 * that has the type comes first.
 */
export async function openSearchAbroad(
  queries: QueryClient,
  navigate: UseNavigateResult<string>,
  home: SearchAtHome,
  place: Place,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const key = findKeyAbroad(home.search)
  if (!key) return undefined
  const resolved = await resolveWhat(queries, home.search, home.values, home.what)
  const meant = { ...home.values, ...('changes' in resolved && resolved.changes) }
  const providerType = meant.providerType || allTypes
  const search = await queries.ensureQueryData(searchInfoQuery(key))
  const [network] = await listNetworks(queries, search, place.country, providerType)
  if (signal?.aborted) return undefined
  if (!network) return messages.noNetwork(place.label)
  rememberPlace(place)
  const values = { ...emptyValues(search, network), ...choosePlace(place, false) }
  await navigate({
    to: '/$searchKey',
    params: { searchKey: key },
    search: toSearchParams({ ...values, providerType, name: meant.name }, search),
    state: { street: home.values.address || undefined },
  })
  return undefined
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
