import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findPlaces, type Place } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { call } from '#platform/web/api-client.ts'
import type { SearchInfo } from '../../contract.ts'
import { homeCountry } from '../search-values.ts'

/** The key of the search to which a place outside the United States leads; undefined if this search leads to no other. */
export const findKeyAbroad = ({ url }: Pick<SearchInfo, 'url'>): string | undefined =>
  url === '/domestic-provider-search' ? 'international-provider-search' : undefined

/** Whether a place is in another country. The territories of the United States are not. */
export const isPlaceAbroad = ({ country }: Pick<Place, 'country'>): boolean =>
  country !== homeCountry &&
  !domesticStates.some(({ id, showDisclaimer }) => showDisclaimer && id === country)

/** The words after the street of an address, or all. */
const withoutStreet = (words: string) => /^[^,]*\d[^,]*,\s*(\D+)$/.exec(words)?.[1] ?? words

/**
 * Whether this search leads abroad and a text may name a place there: one with digits is a ZIP code or a street, and a
 * shorter one is too vague.
 */
export const mayLeadAbroad = (search: SearchInfo, words: string): boolean =>
  findKeyAbroad(search) !== undefined && /^\D{3,}$/.test(withoutStreet(words))

/** The place abroad that a text is likely to mean, or null: the best of all places, or the largest with this name. */
export const placeAbroadQuery = (words: string) =>
  queryOptions({
    queryKey: ['places', words],
    queryFn: async ({ signal }) => {
      const { results } = await call(findPlaces, { searchTerm: withoutStreet(words) }, signal)
      return results.slice(0, 2).find(isPlaceAbroad) ?? null
    },
    retry: false,
  })

/** The place abroad to which a text is likely to lead from this search, or null. */
export const findPlaceAbroad = async (queries: QueryClient, search: SearchInfo, words: string) =>
  mayLeadAbroad(search, words) ? queries.fetchQuery(placeAbroadQuery(words)) : null
