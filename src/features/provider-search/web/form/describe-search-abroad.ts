import type { QueryClient } from '@tanstack/react-query'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { allTypes } from '../../rules.ts'
import { countriesQuery, lookupParams, providerTypesQuery, searchInfoQuery } from '../lookup-queries.ts'
import { toSearchParams } from '../search-params.ts'
import { choosePlace, emptyValues, rememberPlace, type SearchValues } from '../search-values.ts'
import { resolveWhat, type TypedText } from './what-field.tsx'

/**
 * The parameters of the search with this key for a place abroad, with what the person searched for at home; undefined if none
 * of its networks covers the country.
 */
export async function describeSearchAbroad(
  queries: QueryClient,
  key: string,
  place: Place,
  { values, what }: { values: SearchValues; what: TypedText | undefined },
) {
  const search = await queries.fetchQuery({ ...searchInfoQuery(key), staleTime: Number.POSITIVE_INFINITY })
  const covering = await listCoveringNetworks(queries, search, place.country)
  const found = await Promise.all(
    covering.map(async (network) => {
      const placed = { ...emptyValues(search, network), ...choosePlace(place, false) }
      const kept = { providerType: values.providerType || allTypes, name: values.name }
      const resolved = await resolveWhat(queries, search, placed, what)
      const meant = { ...placed, ...kept, ...('changes' in resolved ? resolved.changes : {}) }
      const types = await queries.ensureQueryData(providerTypesQuery(lookupParams(search, network), ''))
      return { meant, hasType: types.some(({ id }) => id === meant.providerType) }
    }),
  )
  const best = found.find(({ hasType }) => hasType) ?? found[0]
  if (!best) return undefined
  rememberPlace(place)
  return toSearchParams(best.meant, search)
}

async function listCoveringNetworks(queries: QueryClient, search: SearchInfo, country: string) {
  const networks = Object.keys(search.networks)
  const covered = await Promise.all(
    networks.map((network) => queries.ensureQueryData(countriesQuery(lookupParams(search, network)))),
  )
  return networks.filter((_, at) => covered[at]?.some(({ id }) => id === country))
}
