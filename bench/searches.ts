import type { SearchRequest } from '#provider-search/contract.ts'
import { kilometresOf, ranges } from '#provider-search/rules.ts'
import { createRandom } from '#seed/seeded-random.ts'
import { type DatasetSource, definitionCode } from './provider-dataset.ts'

/** A search round a point, with everything that a page sends. */
export type PointSearch = SearchRequest & {
  networkCode: string
  providerType: string
  latitude: number
  longitude: number
  rangeInKM: number
}

/** Searches round the ZIPs where people live, for the types there are, within 1 to 50 miles; always the same. */
export function pointSearches(count: number, draws: DatasetSource): PointSearch[] {
  const random = createRandom('searches')
  return Array.from({ length: count }, () => {
    const { latitude, longitude, zipcode } = draws.place(random)
    return {
      providerSearchCode: definitionCode,
      networkCode: draws.network(random),
      providerType: draws.type(random).id,
      zipCode: zipcode ?? '',
      latitude,
      longitude,
      rangeInKM: kilometresOf(random.oneOf(ranges), 'mi'),
    }
  })
}
