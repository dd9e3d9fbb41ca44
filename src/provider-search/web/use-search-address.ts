import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchInfo } from '../contract.ts'
import { addressOf, valuesAt } from './search-address.ts'
import { emptyValues, type SearchValues } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The street of a search: kept beside the address of the page, never in it. */
    street?: string
  }
}

/** The search that the page's address carries, and the ways to put another one there. */
export function useSearchAddress(search: SearchInfo) {
  const navigate = useNavigate()
  const params = useSearch({ strict: false })
  const street = useLocation({ select: ({ state }) => state.street })
  const values = useMemo(() => valuesAt(params, search, street), [params, search, street])
  const put = (next: SearchValues) =>
    navigate({
      to: '.',
      search: addressOf(next, search),
      state: { street: next.address || undefined },
      resetScroll: false,
    })
  return { values, put, clear: () => put(emptyValues(search)) }
}
