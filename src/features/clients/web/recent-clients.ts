import { z } from 'zod'
import { readStored, writeStored } from '#platform/web/local-storage.ts'
import { type ClientOption, clientOption } from '../contract.ts'

const maxClients = 5

/** The recent clients of internal staff in local storage, key `recentClients`. */
export const recentClients = z.array(clientOption).max(maxClients)
export const recentClientsKey = 'recentClients'

/** Puts a client at the top of the list, which has at most five clients and no duplicates. */
export const addRecent = (list: readonly ClientOption[], client: ClientOption): ClientOption[] =>
  [client, ...list.filter(({ id }) => id !== client.id)].slice(0, maxClients)

/** Records a client visit. */
export function recordVisit(client: ClientOption) {
  writeStored(recentClientsKey, addRecent(readStored(recentClientsKey, recentClients) ?? [], client))
}
