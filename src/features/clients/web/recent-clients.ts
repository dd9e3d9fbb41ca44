import { z } from 'zod'
import { recall, remember } from '#platform/web/local-storage.ts'
import { type ClientOption, clientOption } from '../contract.ts'

const most = 5

/** The clients that internal staff visited last, as local storage keeps them under `recentClients`. */
export const recentClients = z.array(clientOption).max(most)
export const recentClientsKey = 'recentClients'

/** The list with a client at its head: newest first, nobody twice, at most five. */
export const withRecent = (list: readonly ClientOption[], client: ClientOption): ClientOption[] =>
  [client, ...list.filter(({ id }) => id !== client.id)].slice(0, most)

/** Keeps that a client was visited just now. */
export function keepRecent(client: ClientOption) {
  remember(recentClientsKey, withRecent(recall(recentClientsKey, recentClients) ?? [], client))
}
