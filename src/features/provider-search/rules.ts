import type { Family, SearchInfo, SearchRequest } from './contract.ts'

/** The ID of a state that means all states, in paths and requests. */
export const allStates = '0'

/** The ID of the provider type "All". */
export const allTypes = '0000000000'

/** Kilometers in a mile, as specified. */
const kilometersPerMile = 1.60934

/** The available ranges and the first one of a form, in the definition's unit. */
export const ranges = [1, 2, 5, 10, 15, 20, 30, 40, 50] as const
export const defaultRange = 10

/** The range of a request with a point but no range, in kilometers (first specification, section 5). */
export const defaultRangeInKM = 10

/** The value of the "All Cities" entry in the LDS network's list of cities. */
export const allCities = '*'

export type Unit = SearchInfo['unit']

/** Converts a range in the definition's unit to kilometers. */
export const toKilometers = (range: number, unit: Unit) => (unit === 'mi' ? range * kilometersPerMile : range)

/** Converts kilometers to the definition's unit. */
export const fromKilometers = (kilometers: number, unit: Unit) =>
  unit === 'mi' ? kilometers / kilometersPerMile : kilometers

/**
 * The maximum number of results for a network family. If a search reaches it, the page drops the last result
 * and shows a warning.
 */
export const resultCap = (family: Family): number => (family === 'domestic' ? 251 : 1001)

/**
 * The results to show: all of them or, if the cap was reached, all but the last; `limit` is
 * the number in the warning (first specification, section 9).
 */
export function limitResults<Result>(results: Result[], family: Family): { shown: Result[]; limit?: number } {
  const limit = resultCap(family) - 1
  return results.length > limit ? { shown: results.slice(0, limit), limit } : { shown: results }
}

type Criteria = Omit<SearchRequest, 'providerSearchCode'>

/**
 * Whether these criteria are enough for a search (first specification, section 5). Coordinates count as
 * a ZIP; on the LDS network, a country with range 0 ("All Cities") counts as a city.
 */
export function isSearchComplete(criteria: Criteria, family: Family): boolean {
  if (!criteria.providerType) return false
  const hasZip = Boolean(criteria.zipCode) || (isNumber(criteria.latitude) && isNumber(criteria.longitude))
  const hasCity = Boolean(criteria.city)
  const hasName = Boolean(criteria.name) || Boolean(criteria.taxId)
  if (family === 'domestic') {
    const hasState = Boolean(criteria.state)
    return (
      hasZip ||
      (hasState && (hasCity || hasName || criteria.providerType !== allTypes)) ||
      (hasName && hasCity)
    )
  }
  const isAllCities = family === 'lds' && criteria.rangeInKM === 0
  return Boolean(criteria.country) && (Boolean(criteria.name) || hasCity || hasZip || isAllCities)
}

/**
 * Whether a search is by distance rather than by name (first specification, section 4): with a ZIP
 * everywhere, with a city on every network except core.
 */
export const isDistanceSearch = (
  { zipCode, city }: Pick<Criteria, 'zipCode' | 'city'>,
  family: Family,
): boolean => Boolean(zipCode) || (Boolean(city) && family !== 'core')

/** The circle of a search by distance: its center in degrees, and its range; range 0 means only the center. */
export type Circle = { latitude: number; longitude: number; rangeInKM: number }

/** The criteria that say where, besides the country and the street. */
export type PlaceCriteria = Pick<Criteria, 'state' | 'zipCode' | 'city'>

/**
 * Whether a range can be chosen. It cannot be chosen for all cities, on core without a ZIP, or for a whole
 * state in a domestic search.
 */
export function offersRange({ state, zipCode, city }: PlaceCriteria, family: Family): boolean {
  if (city === allCities) return false
  if (family === 'core') return Boolean(zipCode)
  return family !== 'domestic' || !state || Boolean(zipCode) || Boolean(city)
}

/** Whether a street address matters: only a search by distance within a city uses it. */
export const usesAddress = ({ zipCode, city }: PlaceCriteria, family: Family): boolean =>
  Boolean(city) && city !== allCities && isDistanceSearch({ zipCode, city }, family)

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'
