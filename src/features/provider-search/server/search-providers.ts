import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { SearchRequest } from '../contract.ts'
import { messages } from '../messages.ts'
import { defaultRange, isSufficient, resultCap } from '../rules.ts'
import type { Definition } from './definitions.ts'
import { nameQueryOf } from './name-query.ts'
import { filterOf } from './provider-filter.ts'
import { searchByDistance } from './search-by-distance.ts'
import { matchingProviders } from './search-by-name.ts'
import { searchMessages } from './search-messages.ts'
import { chosenNetworks } from './search-settings.ts'

/** The search results as JSON text `[…]`: by distance if the search has a point, else best match first. */
export async function searchFor(
  db: Database,
  definition: Definition,
  search: SearchRequest & { networkCode?: string | undefined },
  signal: AbortSignal,
): Promise<string> {
  const networks = chosenNetworks(definition, search.networkCode)
  const family = networks[0]?.family ?? 'domestic'
  if (isHalfAPoint(search)) throw problem(400, searchMessages.halfAPoint)
  if (!isSufficient(search, family)) throw problem(422, definition.invalidSearch ?? messages.invalidSearch)
  const name = search.name ? await nameQueryOf(db, search.name, signal) : undefined
  if (search.name && !name) return '[]'
  const filter = filterOf(networks, search, name)
  const { latitude, longitude, rangeInKM } = search
  const cap = resultCap(family)
  if (typeof latitude !== 'number' || typeof longitude !== 'number') {
    return matchingProviders(db, filter, search, name, cap, signal)
  }
  const circle = {
    latitude: toTheMillimetre(latitude),
    longitude: toTheMillimetre(longitude),
    rangeInKM: rangeInKM ?? defaultRange,
  }
  return searchByDistance(db, filter, circle, cap, signal)
}

const isHalfAPoint = ({ latitude, longitude }: SearchRequest) =>
  (typeof latitude === 'number') !== (typeof longitude === 'number')

/** Rounds degrees to a tenth of a millimeter; the database cannot square smaller digits. */
const toTheMillimetre = (degrees: number) => Math.round(degrees * 1e9) / 1e9
