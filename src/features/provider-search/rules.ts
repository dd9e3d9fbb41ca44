import type { Family, SearchInfo, SearchRequest } from './contract.ts'

/** The provider type that stands for all of them. */
export const allTypes = '0000000000'

/** Kilometres in a mile, as the specification has it. */
export const kilometresPerMile = 1.60934

/** The ranges on offer, in the definition's unit. */
export const ranges = [1, 2, 5, 10, 15, 20, 30, 40, 50] as const
export const defaultRange = 10

/** Stands for every city of a country or state in the LDS network's list of cities. */
export const allCities = '*'

export type Unit = SearchInfo['unit']

/** A range in the definition's unit as kilometres. */
export const kilometresOf = (range: number, unit: Unit) => (unit === 'mi' ? range * kilometresPerMile : range)

/** Kilometres in the definition's unit. */
export const distanceIn = (kilometres: number, unit: Unit) =>
  unit === 'mi' ? kilometres / kilometresPerMile : kilometres

/** How many results a network of this family answers with; the page drops the last one and warns. */
export const resultCap = (family: Family): number => (family === 'domestic' ? 251 : 1001)

/**
 * The results that are shown: all of them, or, where the cap was reached, all but the last one; `limit` is
 * then the number that the warning names (first specification, section 9).
 */
export function shownOf<Result>(results: Result[], family: Family): { shown: Result[]; limit?: number } {
  const limit = resultCap(family) - 1
  return results.length > limit ? { shown: results.slice(0, limit), limit } : { shown: results }
}

type Criteria = Omit<SearchRequest, 'providerSearchCode'>

/**
 * Whether these criteria are enough for a search (first specification, section 5). Coordinates count as
 * a ZIP; on the LDS network a country with range 0 ("All Cities") counts as a city.
 */
export function isSufficient(criteria: Criteria, family: Family): boolean {
  if (!criteria.providerType) return false
  const zip = Boolean(criteria.zipCode) || (isNumber(criteria.latitude) && isNumber(criteria.longitude))
  const city = Boolean(criteria.city)
  const named = Boolean(criteria.name) || Boolean(criteria.taxId)
  if (family === 'domestic') {
    const state = Boolean(criteria.state)
    return zip || (state && (city || named || criteria.providerType !== allTypes)) || (named && city)
  }
  const allCities = family === 'lds' && criteria.rangeInKM === 0
  return Boolean(criteria.country) && (Boolean(criteria.name) || city || zip || allCities)
}

/**
 * Whether a search is one round a point, rather than by name (first specification, section 4): with a ZIP
 * everywhere, with a city on every network that is not core.
 */
export const isAroundPoint = (
  { zipCode, city }: Pick<Criteria, 'zipCode' | 'city'>,
  family: Family,
): boolean => Boolean(zipCode) || (Boolean(city) && family !== 'core')

type Place = Pick<Criteria, 'state' | 'zipCode' | 'city'>

/**
 * Whether a range can be chosen: not for all cities, on core not before a ZIP is given, and at home not for a state
 * as a whole.
 */
export function offersRange({ state, zipCode, city }: Place, family: Family): boolean {
  if (city === allCities) return false
  if (family === 'core') return Boolean(zipCode)
  return family !== 'domestic' || !state || Boolean(zipCode) || Boolean(city)
}

/** Whether a street address counts: it only says where in a city a search starts that goes around a point. */
export const usesAddress = ({ zipCode, city }: Place, family: Family): boolean =>
  Boolean(city) && city !== allCities && isAroundPoint({ zipCode, city }, family)

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'
