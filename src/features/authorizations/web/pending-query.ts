import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import {
  allClientsSelected,
  type ClientSelection,
  clientSelection,
} from '#platform/web/multi-client-search/client-selection.ts'
import type {
  MultiClientSearch,
  SearchKind,
} from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { firstView } from '#platform/web/table/use-data-table.ts'
import { listPendingAuthorizations } from '../contract.ts'
import { messages } from '../messages.ts'

/** Pending authorizations as the server returned them. */
export type Pending = z.output<typeof listPendingAuthorizations.response>

/** The search for the pending authorizations of chosen clients. */
export type PendingSearch = MultiClientSearch<ClientSelection, Pending>

/** Loads the pending authorizations of the chosen clients, least time left first. */
export const pendingSearch: SearchKind<ClientSelection, Pending> = {
  name: 'authorization',
  values: clientSelection,
  empty: allClientsSelected,
  opensWith: () => allClientsSelected,
  validate: (_values, codes) => (codes.length === 0 ? { clients: messages.clientMissing } : {}),
  find: (_values, clients, signal) => call(listPendingAuthorizations, { clients: [...clients] }, signal),
  failed: messages.failed,
  countRows: ({ bills }) => bills.length,
  firstView: () => firstView('dueAt'),
}

/** The query key prefix of all these searches. */
export const pendingQueryKey = ['search', pendingSearch.name] as const

/** Changes every cached list, without marking the lists as fresh. */
export function updatePending(queries: QueryClient, change: (found: Pending) => Pending) {
  for (const { queryKey, state } of queries.getQueryCache().findAll({ queryKey: pendingQueryKey }))
    queries.setQueryData<Pending>(queryKey, (found) => found && change(found), {
      updatedAt: state.dataUpdatedAt,
    })
}

/** The bill that another page asked to open, and what to do once it is open. */
export type RequestedBill = { openItn: string | undefined; onOpened: () => void }
