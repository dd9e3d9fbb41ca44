import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { type SearchInfo, searchProviders } from '../contract.ts'
import { isAroundPoint } from '../rules.ts'
import { centreOf } from './search-centre.ts'
import { requestOf } from './search-request.ts'
import { familyOf, type SearchValues } from './search-values.ts'

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
) {
  const request = requestOf(values, search)
  const isAround = isAroundPoint(request, familyOf(search, values))
  const centre = isAround ? await centreOf(client, search, values, signal) : {}
  const input = { ...request, ...centre, providerCode: search.code, networkCode: values.network }
  const { results } = await call(searchProviders, input, signal)
  return results
}
