import type { QueryClient } from '@tanstack/react-query'
import { findNearestPlace, type Place } from '#geography/contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages as formMessages } from '../../messages.ts'
import { messages } from '../../quick-search-messages.ts'
import { listCoveredCountries } from '../lookup-queries.ts'
import type { SearchValues } from '../search-values.ts'
import { findKeyAbroad, isPlaceAbroad } from './place-abroad.ts'

/** The place of the device, or why it cannot be searched; `abroad` if the search abroad can. */
export type PlaceHere = { place: Place } | { message: string; abroad?: Place }

/** Looks for the place of the device in the countries of a search. The position is asked for once and not kept. */
export async function findPlaceHere(
  queries: QueryClient,
  search: SearchInfo,
  values: SearchValues,
): Promise<PlaceHere> {
  try {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 300_000 }),
    )
    const { latitude, longitude } = coords
    const place = await call(findNearestPlace, { latitude, longitude })
    const countries = await listCoveredCountries(queries, search, values)
    if (countries.includes(place.country)) return { place }
    const isAbroad = findKeyAbroad(search) !== undefined && isPlaceAbroad(place)
    if (!isAbroad) return { message: messages.notCovered }
    return { message: formMessages.quick.outside(place.label), abroad: place }
  } catch (error) {
    return { message: explainLocationError(error) }
  }
}

const deniedCode = 1

function explainLocationError(error: unknown): string {
  if (error instanceof ApiError)
    return error.status === 404 ? messages.nowhere : formMessages.quick.lookupFailed
  const { code } = error as Partial<GeolocationPositionError>
  return code === deniedCode ? messages.locationDenied : messages.locationUnknown
}
