import type { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { type ClientsChosen, clientsChosen, everybody } from '#platform/web/client-search/client-selection.ts'
import type { ClientSearch, SearchKind } from '#platform/web/client-search/use-client-search.ts'
import { listPendingAuthorizations } from '../contract.ts'
import { messages } from '../messages.ts'

/** What waits for a decision, as the server told it. */
export type Pending = z.output<typeof listPendingAuthorizations.response>

/** The search for what waits for a decision of some clients. */
export type PendingSearch = ClientSearch<ClientsChosen, Pending>

/** Finds what waits for a decision of the clients that are chosen, the longest waiting first. */
export const pendingSearch: SearchKind<ClientsChosen, Pending> = {
  name: 'authorization',
  values: clientsChosen,
  empty: everybody,
  faultsOf: (_values, codes) => (codes.length === 0 ? { clients: messages.clientMissing } : {}),
  find: (_values, clients, signal) => call(listPendingAuthorizations, { clients: [...clients] }, signal),
  failed: messages.failed,
  sortedBy: 'receivedAt',
}

/** Under which key what was found is kept, whoever searched. */
export const foundPending = ['search', pendingSearch.name] as const
