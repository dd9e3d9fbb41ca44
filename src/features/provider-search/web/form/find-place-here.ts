import { findNearestPlace, type Place } from '#geography/contract.ts'
import { ApiError, call } from '#platform/web/api-client.ts'
import { messages as quickMessages } from '../../messages.ts'
import { messages } from '../../quick-search-messages.ts'

/** The place of the device, or why it is unknown. The position is asked for once and not kept. */
export async function findPlaceHere(): Promise<{ place: Place } | { message: string }> {
  try {
    const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 10_000, maximumAge: 300_000 }),
    )
    const { latitude, longitude } = coords
    return { place: await call(findNearestPlace, { latitude, longitude }) }
  } catch (error) {
    return { message: explainLocationError(error) }
  }
}

const deniedCode = 1

function explainLocationError(error: unknown): string {
  if (error instanceof ApiError)
    return error.status === 404 ? messages.nowhere : quickMessages.quick.lookupFailed
  const { code } = error as Partial<GeolocationPositionError>
  return code === deniedCode ? messages.locationDenied : messages.locationUnknown
}
