import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { geocode } from '#geography/contract.ts'
import { pushToDataLayer } from '#platform/web/analytics.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { type Provider, type SearchInfo, searchProviders } from '../contract.ts'
import { messages } from '../messages.ts'
import { isDistanceSearch } from '../rules.ts'
import { citiesQuery, countriesQuery, lookupParams, statesQuery } from './lookup-queries.ts'
import { type Center, formatAddress, type SearchCircle, toSearchRequest } from './search-request.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

/** Thrown with the message of the geocoder when it does not know the place of a search, or failed. */
export class GeocoderError extends Error {
  override name = 'GeocoderError'
}

/**
 * The center of a search: the chosen city's point if there is neither street nor ZIP, else the geocoder's. Throws
 * `GeocoderError` if the geocoder does not know the place or fails, and the error of `call` when offline.
 */
export async function findCenter(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  signal: AbortSignal,
): Promise<Center> {
  if (!values.address && !values.zipCode) {
    const city = await findCity(queries, search, values)
    if (city)
      return { latitude: city.latitude, longitude: city.longitude, precision: 'city', label: city.name }
  }
  const address = formatAddress(values, await findRegion(queries, search, values))
  try {
    return await call(geocode, { address }, signal)
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof ApiError) || (cause.status === 0 && !navigator.onLine)) throw cause
    throw new GeocoderError(cause.message, { cause })
  }
}

/** The city; undefined if the network has several of the name, of which the geocoder takes the largest. */
async function findCity(
  queries: QueryClient,
  search: SearchInfo,
  { network, country, state, city }: SearchValues,
) {
  const cities = await queries
    .ensureQueryData(citiesQuery(lookupParams(search, network), country, state))
    .catch(() => [])
  const [first, second] = cities.filter(({ name }) => name === city)
  return second ? undefined : first
}

/** The state and country for the geocoder: the state's postal abbreviation in a domestic search, names otherwise. */
async function findRegion(queries: QueryClient, search: SearchInfo, values: SearchValues) {
  if (networkFamily(search, values) === 'domestic')
    return { state: values.state, country: messages.unitedStates }
  const params = lookupParams(search, values.network)
  const countries = await queries.ensureQueryData(countriesQuery(params)).catch(() => [])
  const country = countries.find(({ id }) => id === values.country)
  const states = values.state
    ? await queries.ensureQueryData(statesQuery(params, values.country)).catch(() => [])
    : []
  const state = states.find(({ id }) => id === values.state)
  return { state: state?.name ?? '', country: country?.name ?? values.country }
}

/** The providers that a search found and, for a search by distance, its circle. */
type SearchResult = { providers: Provider[]; circle: SearchCircle | undefined }

/**
 * The providers for the submitted values; idle without them. A new search cancels the running one. A search to which
 * the person returns comes from the cache for as long as `src/app/web/query-client.ts` says; one that is submitted again unchanged
 * is sent again.
 */
export function useProviderSearch(search: SearchInfo, submitted: SearchValues | undefined) {
  return useQuery(providersQuery(search, submitted))
}

export const providersQuery = (search: SearchInfo, submitted: SearchValues | undefined) =>
  queryOptions({
    queryKey: ['providers', search.code, submitted?.network, submitted && toSearchRequest(submitted, search)],
    queryFn: submitted
      ? ({ client: queries, signal }) => fetchProviders(queries, search, submitted, signal)
      : skipToken,
  })

async function fetchProviders(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  signal: AbortSignal,
): Promise<SearchResult> {
  const request = toSearchRequest(values, search)
  const isByDistance = isDistanceSearch(request, networkFamily(search, values))
  const center = isByDistance ? await findCenter(queries, search, values, signal) : undefined
  const point = center && { latitude: center.latitude, longitude: center.longitude }
  // The codes of the search definition and of the network become headers.
  const input = { ...request, ...point, providerCode: search.code, networkCode: values.network }
  const { results } = await call(searchProviders, input, signal)
  pushToDataLayer('cc_provider_search', search.clientName)
  // A search by distance always has a range.
  return { providers: results, circle: center && { ...center, rangeInKM: request.rangeInKM ?? 0 } }
}
