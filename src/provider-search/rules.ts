import type { Family, SearchRequest } from './contract.ts'

/** The provider type that stands for all of them. */
export const allTypes = '0000000000'

/** Kilometres in a mile, as the specification has it. */
export const kilometresPerMile = 1.60934

/** Mean earth radius in kilometres. */
export const earthRadius = 6371.0088

/** The ranges on offer, in the definition's unit. */
export const ranges = [1, 2, 5, 10, 15, 20, 30, 40, 50] as const
export const defaultRange = 10

/** How many results a network of this family answers with; the page drops the last one and warns. */
export const resultCap = (family: Family): number => (family === 'domestic' ? 251 : 1001)

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

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'
