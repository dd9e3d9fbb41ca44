import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { pushToDataLayer } from '#platform/web/analytics.ts'
import { call } from '#platform/web/api-client.ts'
import { type Provider, type SearchInfo, searchProviders } from '../contract.ts'
import { isDistanceSearch } from '../rules.ts'
import { findCenter } from './geocode-search.ts'
import type { Circle } from './search-circle.ts'
import { toSearchRequest } from './search-request.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

/** The providers that a search found and, for a search by distance, its circle. */
export type SearchResult = { providers: Provider[]; circle: Circle | undefined }

/**
 * The providers for the submitted values; idle without them. A new search cancels the running one; repeated searches
 * come from the cache.
 */
export function useProviderSearch(search: SearchInfo, submitted: SearchValues | undefined) {
  return useQuery(providersQuery(search, submitted))
}

export const providersQuery = (search: SearchInfo, submitted: SearchValues | undefined) =>
  queryOptions({
    queryKey: ['providers', search.code, submitted?.network, submitted && toSearchRequest(submitted, search)],
    queryFn: submitted
      ? ({ client, signal }) => fetchProviders(client, search, submitted, signal)
      : skipToken,
  })

async function fetchProviders(
  client: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  signal: AbortSignal,
): Promise<SearchResult> {
  const request = toSearchRequest(values, search)
  const isByDistance = isDistanceSearch(request, networkFamily(search, values))
  const center = isByDistance ? await findCenter(client, search, values, signal) : undefined
  const point = center && { latitude: center.latitude, longitude: center.longitude }
  const input = { ...request, ...point, providerCode: search.code, networkCode: values.network }
  const { results } = await call(searchProviders, input, signal)
  pushToDataLayer('cc_provider_search', search.clientName)
  return { providers: results, circle: center && { ...center, radius: request.rangeInKM ?? 0 } }
}
