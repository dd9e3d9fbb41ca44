import { z } from 'zod'
import { readStored, writeStored } from '#platform/web/local-storage.ts'
import { type ClientOption, clientOption } from '../contract.ts'

const most = 5

/** The recent clients of internal staff in local storage, key `recentClients`. */
export const recentClients = z.array(clientOption).max(most)
export const recentClientsKey = 'recentClients'

/** Puts a client at the top of the list, without duplicates, at most five. */
export const withRecent = (list: readonly ClientOption[], client: ClientOption): ClientOption[] =>
  [client, ...list.filter(({ id }) => id !== client.id)].slice(0, most)

/** Records a client visit. */
export function keepRecent(client: ClientOption) {
  writeStored(recentClientsKey, withRecent(readStored(recentClientsKey, recentClients) ?? [], client))
}
