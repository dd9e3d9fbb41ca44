import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { localStore } from '#platform/web/storage.ts'
import { type ClientConfiguration, type ClientOption, clientOption } from '../contract.ts'
import { configurationQuery, storeChosenClient, storeConfiguration } from './configuration-store.ts'

const maxClients = 5

/** The recent clients of internal staff. */
export const recentClients = localStore('recentClients', z.array(clientOption).max(maxClients))

/** Loads the configuration of a client. Throws `ApiError`. */
export const loadClient = (queries: QueryClient, { id }: Pick<ClientOption, 'id'>) =>
  queries.fetchQuery({ ...configurationQuery(id), staleTime: 0 })

/** Makes a loaded client the current one of this tab. Returns it with its current name. */
export function enterClient(configuration: ClientConfiguration): ClientOption {
  const client = { id: configuration.clientId, label: configuration.clientName }
  storeChosenClient(client)
  storeConfiguration(configuration)
  recentClients.set(addRecent(recentClients.get() ?? [], client))
  return client
}

/** Puts a client at the top of the list, which has at most five clients and no duplicates. */
export const addRecent = (list: readonly ClientOption[], client: ClientOption): ClientOption[] =>
  [client, ...list.filter(({ id }) => id !== client.id)].slice(0, maxClients)
