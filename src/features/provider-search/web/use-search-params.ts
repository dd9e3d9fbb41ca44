import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchInfo } from '../contract.ts'
import { findInvalidParams, parseSearchParams, toSearchParams } from './search-params.ts'
import { emptyValues, type SearchValues } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The street of a search: stored in the history entry, never in the URL. */
    street?: string
  }
}

type ViewParams = { view?: unknown }

/** The search in the URL, its invalid parameters, and functions to change it. */
export function useSearchParams(search: SearchInfo) {
  const navigate = useNavigate()
  const params = useSearch({ strict: false, select: serializeParams })
  const street = useLocation({ select: ({ state }) => state.street })
  const values = useMemo(
    () => parseSearchParams(JSON.parse(params), search, street),
    [params, search, street],
  )
  const invalid = useMemo(
    () => findInvalidParams(JSON.parse(params), values, search),
    [params, values, search],
  )
  const put = (next: SearchValues, keepView = true) =>
    navigate({
      to: '.',
      search: ({ view }: ViewParams) => ({
        ...toSearchParams(next, search),
        ...(keepView && view ? { view } : {}),
      }),
      state: { street: next.address || undefined },
      resetScroll: false,
    })
  return { values, invalid, put, clear: () => put(emptyValues(search), false) }
}

/** The search parameters as one string, without the view. */
const serializeParams = ({ view: _view, ...params }: ViewParams): string => JSON.stringify(params)
