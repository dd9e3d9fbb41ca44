import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { pushToDataLayer } from '#platform/web/analytics.ts'
import { call } from '#platform/web/api-client.ts'
import { type Provider, type SearchInfo, searchProviders } from '../contract.ts'
import { isAroundPoint } from '../rules.ts'
import { centreOf } from './geocode-search.ts'
import type { Circle } from './search-circle.ts'
import { requestOf } from './search-request.ts'
import { familyOf, type SearchValues } from './search-values.ts'

/** What a search found, and the circle it was found in, if it went round a point. */
export type Found = { providers: Provider[]; circle: Circle | undefined }

/**
 * The providers that the submitted values find; nothing without them. Another search, or none, cancels the one
 * that runs; a search that was made before is there at once.
 */
export function useProviderSearch(search: SearchInfo, submitted: SearchValues | undefined) {
  return useQuery(providersQuery(search, submitted))
}

export const providersQuery = (search: SearchInfo, submitted: SearchValues | undefined) =>
  queryOptions({
    queryKey: ['providers', search.code, submitted?.network, submitted && requestOf(submitted, search)],
    queryFn: submitted ? ({ client, signal }) => providersFor(client, search, submitted, signal) : skipToken,
  })

async function providersFor(
  client: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  signal: AbortSignal,
): Promise<Found> {
  const request = requestOf(values, search)
  const isAround = isAroundPoint(request, familyOf(search, values))
  const centre = isAround ? await centreOf(client, search, values, signal) : undefined
  const point = centre && { latitude: centre.latitude, longitude: centre.longitude }
  const input = { ...request, ...point, providerCode: search.code, networkCode: values.network }
  const { results } = await call(searchProviders, input, signal)
  pushToDataLayer('cc_provider_search', search.clientName)
  return { providers: results, circle: centre && { ...centre, radius: request.rangeInKM ?? 0 } }
}
