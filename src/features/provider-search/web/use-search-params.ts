import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchInfo } from '../contract.ts'
import { findInvalidParams, parseSearchParams, toSearchParams } from './search-params.ts'
import { emptyValues, type SearchValues } from './search-values.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The street of a search: kept beside the address of the page, never in it. */
    street?: string
  }
}

type ViewParams = { view?: unknown }

/** The search that the page's address carries, what of it cannot be had, and the ways to put another one there. */
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

/** What the address asks for, as one text: how the results are viewed is no part of it. */
const serializeParams = ({ view: _view, ...params }: ViewParams): string => JSON.stringify(params)
