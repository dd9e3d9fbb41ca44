import { call } from '#platform/web/api-client.ts'
import { type SearchInfo, searchProviders } from '../../contract.ts'
import { isDistanceSearch, offersRange } from '../../rules.ts'
import { type Center, toSearchRequest } from '../search-request.ts'
import { networkFamily, type SearchValues } from '../search-values.ts'

export type Change = { rangeInKM?: number; limit: number }

/** A few providers for these values, with another range or limit. */
export function findSome(
  search: SearchInfo,
  values: SearchValues,
  center: Center | undefined,
  change: Change,
  signal: AbortSignal,
) {
  const point = center && { latitude: center.latitude, longitude: center.longitude }
  const request = { ...toSearchRequest(values, search), ...point, ...change }
  return call(searchProviders, { ...request, providerCode: search.code, networkCode: values.network }, signal)
}

/** Whether the values search within a range. */
export function hasRange(values: SearchValues, search: SearchInfo): boolean {
  const family = networkFamily(search, values)
  return isDistanceSearch(values, family) && offersRange(values, family)
}
