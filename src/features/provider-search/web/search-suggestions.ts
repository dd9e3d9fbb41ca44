import type { SearchInfo } from '../contract.ts'
import { allTypes, isDistanceSearch, offersRange, ranges } from '../rules.ts'
import { isFormComplete } from './search-request.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

/** Suggested searches that may find providers when this one found none. */
export type SearchSuggestions = { wider?: SearchValues; allTypes?: SearchValues }

/**
 * Suggests the widest range if the search has a narrower one, and all provider types if the search would
 * still be complete.
 */
export function suggestSearches(values: SearchValues, search: SearchInfo): SearchSuggestions {
  const family = networkFamily(search, values)
  const widest = Math.max(...ranges) as SearchValues['range']
  const isRanged = isDistanceSearch(values, family) && offersRange(values, family)
  const wider = { ...values, range: widest }
  const every = { ...values, providerType: allTypes }
  return {
    ...(isRanged && values.range < widest && { wider }),
    ...(values.providerType !== allTypes && isFormComplete(every, search) && { allTypes: every }),
  }
}
