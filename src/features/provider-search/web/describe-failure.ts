import { ApiError } from '#platform/web/api-client.ts'
import { messages } from '../page-messages.ts'
import { GeocoderError } from './search-queries.ts'

/**
 * Why a search failed, and where the page says so: in a notice, in the place of the results, or both; an unknown place at
 * its field, too, and an incomplete search only in a dialog. After a 403, another page replaces this one.
 */
export function describeFailure(error: Error | null) {
  const isGeocoderError = error instanceof GeocoderError
  // Only the specified message says that there is no such place: during an upgrade, an older server may not have the
  // endpoint, and its 404 says nothing about the place.
  const isUnknownPlace = isGeocoderError && error.message === messages.geocodeFailed
  const status = error instanceof ApiError && error.status
  const isIncomplete = status === 422
  return {
    isUnknownPlace,
    isIncomplete,
    message: isGeocoderError ? messages.geocodeFailed : messages.providersFailed,
    isInNotice: !isIncomplete && status !== 403,
    isInResults: !isIncomplete && !isUnknownPlace,
  }
}
