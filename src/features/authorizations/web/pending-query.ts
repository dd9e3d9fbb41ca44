import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { caseQueryKey } from '#cases/case-contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { minutesBetween } from '#platform/contract/time.ts'
import { ApiError, callForBytes } from '#platform/web/api-client.ts'
import {
  allClientsSelected,
  type ClientSelection,
  clientSelection,
  searchQueryKey,
} from '#platform/web/multi-client-search/client-selection.ts'
import type {
  MultiClientSearch,
  SearchKind,
} from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { firstView } from '#platform/web/table/use-data-table.ts'
import { todayQueryKey } from '#today/contract.ts'
import { listPendingAuthorizations, type PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import { type QueueStatus, queueCountKey, queueStatusKey } from '../queue-contract.ts'

/** Pending authorizations as the server returned them, or what it returned later merged into them. */
export type PendingBills = z.output<typeof listPendingAuthorizations.response>

/** The search for the pending authorizations of chosen clients. */
export type PendingSearch = MultiClientSearch<ClientSelection, PendingBills>

/** Loads the pending authorizations of the chosen clients, least time left first. */
export const pendingSearch: SearchKind<ClientSelection, PendingBills> = {
  name: 'authorization',
  values: clientSelection,
  empty: allClientsSelected,
  opensWith: () => allClientsSelected,
  validate: (_values, codes) => (codes.length === 0 ? { clients: messages.clientMissing } : {}),
  find: (_values, clients, signal) => loadPending({ clients: [...clients] }, signal),
  failed: messages.failed,
  countRows: ({ bills }) => bills.length,
  firstView: () => firstView('dueAt'),
}

/** The list as bytes, which `loadPending` reads in steps. */
const listPendingAsBytes = listPendingAuthorizations as unknown as Endpoint<
  typeof listPendingAuthorizations.request,
  z.ZodType<Uint8Array>
>

/**
 * Loads pending authorizations as `call` does, but reads and checks thousands of bills in separate tasks, where browsers
 * support that.
 */
export async function loadPending(
  input: z.input<typeof listPendingAuthorizations.request>,
  signal?: AbortSignal,
): Promise<PendingBills> {
  const bytes = await callForBytes(listPendingAsBytes, input, signal)
  const body: unknown = await new Response(bytes).json().catch(() => undefined)
  await globalThis.scheduler?.yield?.()
  const { success, data: list } = uncheckedList.safeParse(body)
  if (!success) throw new ApiError(200)
  const bills: PendingAuthorization[] = []
  for (let at = 0; at < list.bills.length; at += checkedAtOnce) {
    const checked = billsSchema.safeParse(list.bills.slice(at, at + checkedAtOnce))
    if (!checked.success) throw new ApiError(200)
    bills.push(...checked.data)
    await globalThis.scheduler?.yield?.()
  }
  return { ...list, bills }
}

const { bills: billsSchema } = listPendingAuthorizations.response.shape
/** A list whose bills have not been checked. */
const uncheckedList = listPendingAuthorizations.response.extend({ bills: z.array(z.unknown()) })
const checkedAtOnce = 1000

/** Brings a list up to date with a response: a whole list, or what has changed since. */
export function mergePending(known: PendingBills, response: PendingBills): PendingBills {
  if (response.removed === null) return response
  const outdated = new Set([...response.removed, ...response.bills.map(({ itnNumber }) => itnNumber)])
  const kept = known.bills.filter(({ itnNumber }) => !outdated.has(itnNumber))
  const bills = [...kept.map((bill) => countMinutes(bill, response.readAt)), ...response.bills]
  return { ...response, bills: bills.sort(compareBills) }
}

/** Counts the minutes of a bill to an instant, as the server does. */
function countMinutes(bill: PendingAuthorization, at: string): PendingAuthorization {
  return {
    ...bill,
    waitingMinutes: Math.max(0, minutesBetween(bill.receivedAt, at)),
    dueInMinutes: bill.dueAt === null ? null : minutesBetween(at, bill.dueAt),
  }
}

/** The order of the list: by time left, then the longest wait first. Instants in the same form compare as texts. */
const compareBills = (one: PendingAuthorization, other: PendingAuthorization) =>
  compareTexts(one.dueAt ?? lastCharacter, other.dueAt ?? lastCharacter) ||
  compareTexts(one.receivedAt, other.receivedAt) ||
  compareTexts(one.itnNumber, other.itnNumber)

const lastCharacter = '\u{10FFFF}'
const compareTexts = (one: string, other: string) => (one < other ? -1 : Number(one > other))

type Named = { itnNumber: string }

/** Keeps the bills in their previous order and appends new ones. Returns the same list if it has that order already. */
export function mergeOrder<Bill extends Named>(
  order: readonly Bill[],
  previousItns: readonly string[],
): readonly Bill[] {
  if (isInOrder(order, previousItns)) return order
  const bills = new Map(order.map((bill) => [bill.itnNumber, bill]))
  const itns = new Set([...previousItns, ...bills.keys()])
  return [...itns].flatMap((itn) => bills.get(itn) ?? [])
}

/** Whether the bills are among the previous ones, in the same order, as after each decision. */
function isInOrder(order: readonly Named[], previousItns: readonly string[]): boolean {
  let at = 0
  for (const { itnNumber } of order) {
    while (at < previousItns.length && previousItns[at] !== itnNumber) at += 1
    if (at === previousItns.length) return false
    at += 1
  }
  return true
}

/** The query key prefix of all these searches. */
export const pendingQueryKey = searchQueryKey(pendingSearch.name)

/** Changes every cached list, without marking the lists as fresh. */
export function updatePending(queries: QueryClient, change: (found: PendingBills) => PendingBills) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: pendingQueryKey }))
    queries.setQueryData<PendingBills>(queryKey, (found) => found && change(found), {
      updatedAt: state.dataUpdatedAt,
    })
}

/** The first part of the keys of the decided list, and of histories. */
export const decidedKey = 'decided authorizations'
export const historyKey = 'authorization history'

/** The keys of the other queries that show pending bills and decisions. */
const outdatedKeys = [[decidedKey], [historyKey], [caseQueryKey], [todayQueryKey]]

/** Removes a decided bill from what is cached, and invalidates what other pages show of it. */
export function removeDecided(queries: QueryClient, itn: string) {
  const lists = queries.getQueriesData<PendingBills>({ queryKey: pendingQueryKey })
  if (lists.some(([, found]) => found?.bills.some(({ itnNumber }) => itnNumber === itn)))
    addToCount(queries, -1)
  updatePending(queries, (found) => withoutBill(found, itn))
  for (const queryKey of outdatedKeys) void queries.invalidateQueries({ queryKey })
}

/**
 * Invalidates the queue status, from whose new version `useQueue` loads the changes, and what other pages show of the
 * bill. Counts the bill, if it is pending again. A list on another page catches up when that page opens.
 */
export function invalidateAfterUndo(queries: QueryClient, { isPending }: { isPending: boolean }) {
  if (isPending) addToCount(queries, 1)
  for (const queryKey of [queueStatusKey, ...outdatedKeys]) void queries.invalidateQueries({ queryKey })
}

/** Changes the number in the menu until the next status of the queue. */
const addToCount = (queries: QueryClient, change: 1 | -1) =>
  queries.setQueriesData<QueueStatus>(
    { queryKey: queueCountKey },
    (found) => found && { ...found, pending: found.pending + change },
  )

const withoutBill = (found: PendingBills, itn: string): PendingBills => ({
  ...found,
  bills: found.bills.filter(({ itnNumber }) => itnNumber !== itn),
})

/** The bill that another page or the address asked to open, and what to do once it is open. */
export type RequestedBill = {
  openItn: string | undefined
  onOpened: () => void
  /** Whether the list may still be an older one, without the bill. */
  isSearching?: boolean
}
