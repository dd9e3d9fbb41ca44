import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CaseRow } from '#cases/contract.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { findAnything } from '../contract.ts'
import { parseTypedText } from '../rules.ts'
import { buildGroups, hasCases, isClientMissing, type PageEntry, type ResultRow } from './result-rows.ts'

export type FindOptions = {
  configuration: ClientConfiguration | undefined
  pages: readonly PageEntry[]
  /** The clients of internal staff; undefined for others. */
  clients: readonly ClientOption[] | undefined
  /** The cases that the person opened last. */
  recent: readonly CaseRow[]
}

/** Fast typing sends one request for several letters. */
const pauseMs = 40

export type FindState = ReturnType<typeof useFind>

/** The typed text, the rows that match it and the highlighted row. */
export function useFind({ configuration, pages, clients, recent }: FindOptions) {
  const [typed, setTyped] = useState('')
  const [movedTo, setMovedTo] = useState<string>()
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const canSearch = hasCases(configuration) || configuration?.clientAuth === true
  const { found, isWaiting, isFailed, isCurrent } = useResults(text, canSearch, configuration?.clientId)
  const groups = useMemo(
    () => buildGroups({ text, configuration, pages, clients, recent, found }),
    [text, configuration, pages, clients, recent, found],
  )
  const rows = groups.flatMap((group) => group.rows)
  const active = rows.find(({ id }) => id === movedTo) ?? rows[0]
  const move = (steps: number) => setMovedTo(nextRow(rows, active, steps)?.id)
  const change = (next: string) => {
    setTyped(next)
    setMovedTo(undefined)
  }
  const isFound = groups.some(({ rows }) => rows.some(({ kind }) => kind !== 'search'))
  return {
    ...{ typed, text, groups, rows, active, movedTo, move, change, isWaiting, isFailed },
    highlight: (id: string) => setMovedTo(id),
    isTooShort: canSearch && text !== '' && !isSearched(text),
    isClientMissing: text !== '' && isClientMissing({ configuration, clients }),
    isNothingFound: isCurrent && !isFailed && !isFound,
  }
}

const isSearched = (text: string) => parseTypedText(text) !== undefined

/**
 * Searches after a short pause. A further letter cancels the request; the last results stay until those of the text
 * arrive or fail.
 */
function useResults(text: string, canSearch: boolean, clientId: string | undefined) {
  const [searched] = useDebouncedValue(text, pauseMs)
  const isWanted = canSearch && isSearched(searched)
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['find', clientId, isWanted && searched],
    queryFn: isWanted ? ({ signal }) => call(findAnything, { searchTerm: searched }, signal) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  if (!canSearch) return { found: undefined, isCurrent: text !== '', isWaiting: false }
  if (!isSearched(text)) return { found: undefined, isWaiting: false }
  const isFailed = isError && searched === text
  const isCurrent = data !== undefined && !isPlaceholderData && searched === text
  return { found: data, isFailed, isCurrent, isWaiting: !isCurrent && !isFailed }
}

function nextRow(rows: readonly ResultRow[], active: ResultRow | undefined, steps: number) {
  const at = active ? rows.indexOf(active) : -1
  if (Math.abs(steps) === 1) return rows[(at + steps + rows.length) % Math.max(rows.length, 1)]
  return rows[Math.min(Math.max(at + steps, 0), rows.length - 1)]
}
