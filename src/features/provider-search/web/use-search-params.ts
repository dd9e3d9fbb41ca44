import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchInfo } from '../contract.ts'
import { addressOf, refusedAt, valuesAt } from './search-params.ts'
import { emptyValues, type SearchValues } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The street of a search: kept beside the address of the page, never in it. */
    street?: string
  }
}

type ViewParams = { view?: unknown }

/** The search that the page's address carries, what of it cannot be had, and the ways to put another one there. */
export function useSearchAddress(search: SearchInfo) {
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: askedIn })
  const street = useLocation({ select: ({ state }) => state.street })
  const values = useMemo(() => valuesAt(JSON.parse(asked), search, street), [asked, search, street])
  const refused = useMemo(() => refusedAt(JSON.parse(asked), values, search), [asked, values, search])
  const put = (next: SearchValues, keepsView = true) =>
    navigate({
      to: '.',
      search: ({ view }: ViewParams) => ({
        ...addressOf(next, search),
        ...(keepsView && view ? { view } : {}),
      }),
      state: { street: next.address || undefined },
      resetScroll: false,
    })
  return { values, refused, put, clear: () => put(emptyValues(search), false) }
}

/** What the address asks for, as one text: how the results are viewed is no part of it. */
const askedIn = ({ view: _view, ...asked }: ViewParams): string => JSON.stringify(asked)
