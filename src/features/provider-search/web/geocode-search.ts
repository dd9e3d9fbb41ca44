import type { QueryClient } from '@tanstack/react-query'
import { geocode } from '#geography/contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { askingFor, citiesQuery, countriesQuery, statesQuery } from './lookup-queries.ts'
import type { Center } from './search-circle.ts'
import { placeInWords } from './search-request.ts'
import { familyOf, type SearchValues } from './search-values.ts'

/** The place of a search could not be found. */
export class PlaceNotFound extends Error {
  override name = 'PlaceNotFound'
}

/** The geocoder failed. */
export class GeocoderFailed extends Error {
  override name = 'GeocoderFailed'
}

/**
 * The point a search goes round: a chosen city's own where neither street nor ZIP is given, else the geocoder's.
 * Throws `PlaceNotFound` where the geocoder knows none, `GeocoderFailed` where it fails, and
 * without a connection as `call` does.
 */
export async function centreOf(
  client: QueryClient,
  search: SearchInfo,
  values: SearchValues,
  signal: AbortSignal,
): Promise<Center> {
  if (!values.address && !values.zipCode) {
    const city = await cityOf(client, search, values)
    if (city)
      return { latitude: city.latitude, longitude: city.longitude, precision: 'city', label: city.name }
  }
  const address = placeInWords(values, await regionOf(client, search, values))
  try {
    const { latitude, longitude, precision, label } = await call(geocode, { address }, signal)
    return { latitude, longitude, precision, label }
  } catch (cause) {
    signal.throwIfAborted()
    if (!(cause instanceof ApiError) || (cause.status === 0 && !navigator.onLine)) throw cause
    const ErrorState = cause.status === 404 ? PlaceNotFound : GeocoderFailed
    throw new ErrorState(messages.geocodeFailed, { cause })
  }
}

async function cityOf(
  client: QueryClient,
  search: SearchInfo,
  { network, country, state, city }: SearchValues,
) {
  const cities = await client
    .ensureQueryData(citiesQuery(askingFor(search, network), country, state))
    .catch(() => [])
  return cities.find(({ name }) => name === city)
}

/** State and country in words: the postal code at home, names abroad. */
async function regionOf(client: QueryClient, search: SearchInfo, values: SearchValues) {
  if (familyOf(search, values) === 'domestic') return { state: values.state, country: messages.unitedStates }
  const asking = askingFor(search, values.network)
  const countries = await client.ensureQueryData(countriesQuery(asking)).catch(() => [])
  const country = countries.find(({ id }) => id === values.country)
  const states = values.state
    ? await client.ensureQueryData(statesQuery(asking, values.country)).catch(() => [])
    : []
  const state = states.find(({ id }) => id === values.state)
  return { state: state?.name ?? '', country: country?.name ?? values.country }
}
