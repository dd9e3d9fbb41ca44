import { findNearestPlace, type Place } from '#geography/contract.ts'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import type { SearchInfo } from '../../contract.ts'
import { mapMessages } from '../../map-messages.ts'
import { fromKilometers, isDistanceSearch, ranges } from '../../rules.ts'
import { isSameSearch, toSearchRequest } from '../search-request.ts'
import {
  choosePlace,
  homeCountry,
  networkFamily,
  rememberPlace,
  type SearchValues,
} from '../search-values.ts'

const text = mapMessages.area
/** The last range. */
const widest = ranges[8]

type Position = Pick<Place, 'latitude' | 'longitude'>

/** A circle on the map. */
export type SearchArea = Position & {
  /** The radius around a position that contains the circle. */
  reachKm: (from: Position) => number
}

/** Repeats a search in an area; returns why it did not. */
export type SearchInArea = (area: SearchArea) => Promise<string | undefined>

/** The search that a map shows. */
export type AreaSearch = {
  search: SearchInfo
  submitted: SearchValues
  onSearch: (values: SearchValues) => void
}

/**
 * Returns a function that repeats a search by distance around the ZIP code or city nearest to the center of an area, so
 * that the new search has a URL and can be changed in the form. A search that is not by distance has no area.
 */
export function createAreaSearch({ search, submitted, onSearch }: AreaSearch): SearchInArea | undefined {
  const family = networkFamily(search, submitted)
  if (!isDistanceSearch(toSearchRequest(submitted, search), family)) return undefined
  return async (area) => {
    const { latitude, longitude } = area
    try {
      const place = await call(findNearestPlace, { latitude, longitude })
      const moved = { ...submitted, ...choosePlace(place, family === 'domestic') }
      if (family === 'domestic' && place.country !== homeCountry) return text.abroad
      if (!isDistanceSearch(toSearchRequest(moved, search), family)) return text.noPostalCode
      const reach = fromKilometers(area.reachKm(place), search.unit)
      const values = { ...moved, range: ranges.find((range) => range >= reach) ?? widest }
      if (isSameSearch(values, submitted, search)) return text.same(place.label)
      rememberPlace(place)
      onSearch(values)
      return undefined
    } catch (error) {
      return isNotFoundError(error) ? text.nowhere : text.failed
    }
  }
}
