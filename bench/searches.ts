import type { SearchRequest } from '#provider-search/contract.ts'
import { ranges, toKilometers } from '#provider-search/rules.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { type DatasetSource, definitionCode } from './provider-dataset.ts'

/** A search around a point with all the inputs that a page sends. */
export type PointSearch = SearchRequest & {
  networkCode: string
  providerType: string
  latitude: number
  longitude: number
  rangeInKM: number
}

/** Searches around populated ZIP codes, for all types, within 1 to 50 miles; the same in every run. */
export function pointSearches(count: number, source: DatasetSource, seed = 'searches'): PointSearch[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => {
    const { latitude, longitude, zipcode } = source.place(random)
    return {
      providerSearchCode: definitionCode,
      networkCode: source.network(random),
      providerType: source.type(random).id,
      zipCode: zipcode ?? '',
      latitude,
      longitude,
      rangeInKM: toKilometers(random.oneOf(ranges), 'mi'),
    }
  })
}
