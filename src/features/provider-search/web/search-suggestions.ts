import type { SearchInfo } from '../contract.ts'
import { allTypes, isAroundPoint, offersRange, ranges } from '../rules.ts'
import { isEnough } from './search-request.ts'
import { familyOf, type SearchValues } from './search-values.ts'

/** Searches that may find something where this one found nothing. */
export type WaysOn = { wider?: SearchValues; allTypes?: SearchValues }

/** The widest range, where the search had one and a narrower one; and all provider types, where that is a search. */
export function waysOn(values: SearchValues, search: SearchInfo): WaysOn {
  const family = familyOf(search, values)
  const widest = Math.max(...ranges) as SearchValues['range']
  const isRanged = isAroundPoint(values, family) && offersRange(values, family)
  const wider = { ...values, range: widest }
  const every = { ...values, providerType: allTypes }
  return {
    ...(isRanged && values.range < widest && { wider }),
    ...(values.providerType !== allTypes && isEnough(every, search) && { allTypes: every }),
  }
}
