import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { closeDocumentWindows } from '#platform/web/document/document-window.ts'
import { announceEnd, subscribeToEnds } from '#platform/web/shared-tab-storage.ts'
import { type CaseDetails, caseQueryKey } from '../../case-contract.ts'
import { listOwnAccesses } from '../../emergency-contract.ts'

/** A case that this tab shows or has read through an emergency access. */
type Held = { id: string; row: string; incidentNumber: string; endsAt: number }

/** The accesses of this tab, by the key of the case's row. */
const held = new Map<string, Held>()
const endings = new EventTarget()

/** A return to the tab asks the server at most this often, because each answer leaves an audit entry. */
const checkMs = 60_000

const detailsKey = (row: string): QueryKey => [caseQueryKey, 'details', row]

/**
 * Removes a case from this tab as soon as the access to it has ended: at its time, in another tab, by a request that
 * finds no case anymore, or when the tab is shown again. `serverNow` is the time of the server, in seconds. Returns the stop function.
 */
export function watchEmergencyAccess(queries: QueryClient, serverNow: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  const endDue = () => {
    for (const access of [...held.values()]) if (access.endsAt <= serverNow() * 1000) forget(queries, access)
    clearTimeout(timer)
    const next = Math.min(...[...held.values()].map(({ endsAt }) => endsAt))
    if (Number.isFinite(next)) timer = setTimeout(endDue, Math.max(0, next - serverNow() * 1000))
  }
  const check = async () => {
    // After a change of the client, the server would not list them.
    const asked = [...held.values()].filter(({ row }) => queries.getQueryState(detailsKey(row)))
    if (asked.length === 0) return
    checkedAt = performance.now()
    // Without an answer, the time decides.
    const open = await call(listOwnAccesses, {}).catch(() => undefined)
    if (!open) return
    for (const access of asked)
      if (!open.accesses.some(({ id }) => id === access.id)) endEverywhere(queries, access)
  }
  const handleReturn = () => {
    if (document.visibilityState !== 'visible') return
    endDue()
    if (performance.now() - checkedAt >= checkMs) void check()
  }
  // Back can show this page as it was left, and it has missed the messages of other tabs since then.
  const handlePageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    endDue()
    for (const access of held.values()) reload(queries, access)
  }
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener('visibilitychange', handleReturn, { signal })
  addEventListener('pageshow', handlePageShow, { signal })
  const stops = [
    subscribeToEnds((id) => {
      for (const access of [...held.values()]) if (access.id === id) forget(queries, access)
    }),
    watchResponses(queries, { onOpened: endDue, onDoubt: () => void check() }),
  ]
  return () => {
    stop.abort()
    clearTimeout(timer)
    held.clear()
    for (const end of stops) end()
  }
}

type Handlers = { onOpened: () => void; onDoubt: () => void }

/**
 * Follows what requests for cases return. Once an access has ended, the case itself is not found; its lists are empty,
 * and its documents are not found, which can have other reasons.
 */
function watchResponses(queries: QueryClient, { onOpened, onDoubt }: Handlers): () => void {
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const { queryKey } = query
    const [first, part, row] = queryKey
    const isDetails = first === caseQueryKey && part === 'details'
    if (isDetails && action.type === 'success') {
      note(query.state.data as CaseDetails)
      onOpened()
      return
    }
    const access = [...held.values()].find((each) => isAbout(queryKey, each))
    if (!access) return
    const isMissing = action.type === 'error' && isNotFoundError(action.error)
    if (isMissing && isDetails && row === access.row) endEverywhere(queries, access)
    else if (first !== 'thumbnail' && (isMissing || (action.type === 'success' && isEmpty(query.state.data))))
      onDoubt()
  })
}

function note({ case: { hash: row, incidentNumber }, emergencyAccess }: CaseDetails) {
  held.delete(row)
  if (emergencyAccess && incidentNumber) {
    const { id, endsAt } = emergencyAccess
    held.set(row, { id, row, incidentNumber, endsAt: Date.parse(endsAt) })
  }
}

/** Whether a query is about a case: one of its lists, documents or pictures. */
function isAbout(queryKey: QueryKey, { row, incidentNumber }: Held): boolean {
  const text = JSON.stringify(queryKey)
  return [row, incidentNumber].some((name) => text.includes(JSON.stringify(name)))
}

/** Whether a list has no rows. */
function isEmpty(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || data instanceof Blob) return false
  const lists = Array.isArray(data) ? [data] : Object.values(data).filter(Array.isArray)
  return lists.length > 0 && lists.every(({ length }) => length === 0)
}

/** Removes a case from this tab and tells the other tabs. */
function endEverywhere(queries: QueryClient, access: Held) {
  forget(queries, access)
  announceEnd(access.id)
}

/** Removes a case from the cache, the page and the windows with its documents. */
function forget(queries: QueryClient, access: Held) {
  const { id, row, incidentNumber } = access
  if (held.get(row)?.id !== id) return
  held.delete(row)
  empty(queries, access)
  closeDocumentWindows(({ fields }) => fields.IncidentNumber === incidentNumber)
  endings.dispatchEvent(new Event(row))
}

/** Empties the lists, documents and pictures of a case, and the case itself, without requests for them. */
function empty(queries: QueryClient, access: Held) {
  const ofCase = { predicate: ({ queryKey }: { queryKey: QueryKey }) => isAbout(queryKey, access) }
  for (const query of queries.getQueryCache().findAll(ofCase)) query.reset()
}

/** Removes a case from the page until the server has sent it again. */
function reload(queries: QueryClient, access: Held) {
  empty(queries, access)
  void queries.resetQueries({ queryKey: detailsKey(access.row) })
}

/** Removes the case of an access that the person has ended, in all tabs. */
export function endInTabs(queries: QueryClient, id: string) {
  for (const access of [...held.values()]) if (access.id === id) forget(queries, access)
  announceEnd(id)
}

/** Whether the access to this case ended while the page was showing it. */
export function useAccessEnded(row: string): boolean {
  const [ended, setEnded] = useState<string>()
  useEffect(() => {
    const show = () => setEnded(row)
    endings.addEventListener(row, show)
    return () => {
      endings.removeEventListener(row, show)
      setEnded(undefined)
    }
  }, [row])
  return ended === row
}
