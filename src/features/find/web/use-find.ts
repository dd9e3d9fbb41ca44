import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CaseRow } from '#cases/contract.ts'
import { hasCases } from '#cases/rules.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { afterPause } from '#platform/web/combo-box/after-pause.ts'
import { type Found, type FoundInAllClients, findAnything, findInAllClients } from '../contract.ts'
import { parseTypedText } from '../rules.ts'
import type { ResultRow } from './found-rows.ts'
import { buildGroups, type PageEntry, type ResultGroup } from './result-rows.ts'
import { useHeld } from './use-held.ts'

export type FindOptions = {
  configuration: ClientConfiguration | undefined
  pages: readonly PageEntry[]
  /** The clients of internal staff; undefined for others. */
  clients: readonly ClientOption[] | undefined
  /** The cases that the person opened last. */
  recent: readonly CaseRow[]
}

/** Letters that arrive together send one request. A longer pause would only delay the results: people type more slowly. */
const pauseMs = 20

export type FindState = ReturnType<typeof useFind>

/** The typed text, the rows that match it and the highlighted row. */
export function useFind({ configuration, pages, clients, recent }: FindOptions) {
  const [typed, setTyped] = useState('')
  const [movedTo, setMovedTo] = useState<string>()
  const [hasLeftClient, setLeftClient] = useState(false)
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const isAllClients = clients !== undefined && (hasLeftClient || configuration === undefined)
  const clientId = isAllClients ? undefined : configuration?.clientId
  const canSearch = isAllClients || hasCases(configuration) || configuration?.clientAuth === true
  const { found, isWaiting, isFailed, isCurrent } = useResults(text, canSearch, clientId)
  const groups = useMemo(
    () => buildGroups({ text, configuration, pages, clients, recent, found, isCurrent, isAllClients }),
    [text, configuration, pages, clients, recent, found, isCurrent, isAllClients],
  )
  const latest = describeResults(groups, { found, isFailed, isCurrent, isAllClients })
  const { shown, hold, release } = useHeld(latest)
  const { rows } = shown
  const active = rows.find(({ id }) => id === movedTo) ?? rows[0]
  const startAgain = () => {
    release()
    setMovedTo(undefined)
  }
  return {
    ...shown,
    typed,
    text,
    /** Keeps what is shown in place until the click that a press begins. */
    hold,
    /** The last results, even while earlier ones are kept in place. */
    latest,
    active,
    movedTo,
    move: (steps: number) => setMovedTo(nextRow(rows, active, steps)?.id),
    change: (next: string) => {
      startAgain()
      setTyped(next)
    },
    canSearch,
    isWaiting,
    highlight: (id: string) => setMovedTo(id),
    /** Searches all clients instead of the current one. */
    leaveClient: () => {
      startAgain()
      setLeftClient(true)
    },
    isTooShort: canSearch && text !== '' && !isSearched(text),
  }
}

/** Everything that decides where the rows are. */
function describeResults(
  groups: ResultGroup[],
  results: Omit<Results, 'isWaiting'> & { isAllClients: boolean },
) {
  const { found, isFailed, isCurrent, isAllClients } = results
  const rows = groups.flatMap((group) => group.rows)
  const isNumbersOnly = isCurrent && found !== undefined && 'isNumbersOnly' in found && found.isNumbersOnly
  return {
    groups,
    rows,
    isFailed,
    isAllClients,
    /** Whether nothing can be found by this text, because all clients are searched for whole numbers only. */
    isNumberNeeded: isNumbersOnly && found.cases.length + found.authorizations.length === 0,
    isNothingFound: isCurrent && !isFailed && rows.every(({ kind }) => kind === 'search'),
  }
}

const isSearched = (text: string) => parseTypedText(text) !== undefined

type Results = {
  found: Found | FoundInAllClients | undefined
  /** Whether the results are those of the text. */
  isCurrent: boolean
  isWaiting: boolean
  isFailed: boolean
}

/**
 * Searches a client, or all clients without one, after a short pause. A further letter cancels the request; the last
 * results stay until those of the text arrive or fail.
 */
function useResults(text: string, canSearch: boolean, clientId: string | undefined): Results {
  const isWanted = canSearch && isSearched(text)
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['find', clientId, isWanted && text],
    ...afterPause((signal): Promise<Found | FoundInAllClients> => {
      const request = { searchTerm: text }
      return clientId === undefined
        ? call(findInAllClients, request, signal)
        : call(findAnything, request, signal)
    }, pauseMs),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (!canSearch) return { found: undefined, isCurrent: text !== '', isWaiting: false, isFailed: false }
  if (!isSearched(text)) return { found: undefined, isCurrent: false, isWaiting: false, isFailed: false }
  const isCurrent = data !== undefined && !isPlaceholderData
  return { found: data, isFailed: isError, isCurrent, isWaiting: !isCurrent && !isError }
}

function nextRow(rows: readonly ResultRow[], active: ResultRow | undefined, steps: number) {
  const at = active ? rows.indexOf(active) : -1
  if (Math.abs(steps) === 1) return rows[(at + steps + rows.length) % Math.max(rows.length, 1)]
  return rows[Math.min(Math.max(at + steps, 0), rows.length - 1)]
}
