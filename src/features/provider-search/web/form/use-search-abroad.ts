import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { rememberPlace, type SearchValues } from '../search-values.ts'
import { findKeyAbroad } from './place-abroad.ts'
import type { TypedText } from './resolve-what.ts'

/** Returns a function that opens the search abroad with the words of this one, or returns why it cannot. */
export function useSearchAbroad(search: SearchInfo) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return async (
    place: Place,
    values: SearchValues,
    what?: TypedText,
    signal?: AbortSignal,
  ): Promise<string | undefined> => {
    const key = findKeyAbroad(search)
    if (!key) return undefined
    try {
      const { describeSearchAbroad } = await import('./describe-search-abroad.ts')
      const params = await describeSearchAbroad(queries, key, place, { search, values, what })
      if (signal?.aborted) return undefined
      if (!params) return messages.quick.noNetwork(place.label)
      rememberPlace(place)
      await navigate({
        to: '/$searchKey',
        params: { searchKey: key },
        search: params,
        state: { street: values.address || undefined },
      })
      return undefined
    } catch {
      return messages.quick.lookupFailed
    }
  }
}
