import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { SearchRequest } from '../contract.ts'
import { messages } from '../messages.ts'
import { defaultRange, isSearchComplete, resultCap } from '../rules.ts'
import type { Definition } from './definitions.ts'
import { buildNameQuery } from './name-query.ts'
import { createFilter } from './provider-filter.ts'
import { searchByDistance } from './search-by-distance.ts'
import { searchByName } from './search-by-name.ts'
import { searchMessages } from './search-messages.ts'
import { selectNetworks } from './search-settings.ts'

/** The search results as JSON text `[…]`: by distance if the search has a point, else best match first. */
export async function runSearch(
  db: Database,
  definition: Definition,
  search: SearchRequest & { networkCode?: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const networks = selectNetworks(definition, search.networkCode)
  const family = networks[0]?.family ?? 'domestic'
  if (hasHalfPoint(search)) throw problem(400, searchMessages.incompletePoint)
  if (!isSearchComplete(search, family))
    throw problem(422, definition.invalidSearch ?? messages.invalidSearch)
  const name = search.name ? await buildNameQuery(db, search.name, signal) : undefined
  if (search.name && !name) return '[]'
  const filter = createFilter(networks, search, name)
  const { latitude, longitude, rangeInKM } = search
  const cap = resultCap(family)
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    return searchByName(db, filter, search, name, cap, signal)
  }
  const circle = {
    latitude: roundDegrees(latitude),
    longitude: roundDegrees(longitude),
    rangeInKM: rangeInKM ?? defaultRange,
  }
  return searchByDistance(db, filter, circle, cap, signal)
}

const hasHalfPoint = ({ latitude, longitude }: SearchRequest) =>
  (typeof latitude === 'number') !== (typeof longitude === 'number')

/** Rounds degrees to a tenth of a millimeter, because the database cannot square extremely small numbers. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e9) / 1e9
