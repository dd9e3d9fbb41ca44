import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Place } from '#geography/contract.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { SearchValues } from '../search-values.ts'
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
    try {
      const { openSearchAbroad } = await import('./open-search-abroad.ts')
      return await openSearchAbroad(queries, navigate, { search, values, what }, place, signal)
    } catch {
      return messages.quick.lookupFailed
    }
  }
}
