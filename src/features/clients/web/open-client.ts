import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiError, call } from '#platform/web/api-client.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { localStore } from '#platform/web/storage.ts'
import { listPendingByClient } from '#today/contract.ts'
import { type ClientConfiguration, type ClientOption, clientOption, listClients } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  configurationQuery,
  removeClientQueries,
  storeChosenClient,
  storeConfiguration,
  tabOwner,
} from './configuration-store.ts'

/** The clients that internal staff can choose. */
export const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => call(listClients, {}, signal).then(({ clients }) => clients),
})

/** The pending authorizations of each client that decides them. */
export const pendingQuery = queryOptions({
  queryKey: ['clients', 'pending'],
  queryFn: ({ signal }) => call(listPendingByClient, {}, signal).then(({ clients }) => clients),
  refetchOnMount: 'always',
  staleTime: 60_000,
})

const maxClients = 5

/** The recent clients of internal staff. */
export const recentClients = localStore('recentClients', z.array(clientOption).max(maxClients))

/** A client to open, and what opens another page of it than its home page. */
type ClientToOpen = ClientOption & { openPage?: (() => Promise<void>) | undefined }

/**
 * Loads a client's configuration, makes it the client of this tab and opens its home page or the given one. Does
 * nothing if the page, the person or the client has changed in the meantime.
 */
export function useEnterClient() {
  const queries = useQueryClient()
  const router = useRouter()
  const describePlace = () => `${router.state.location.href} ${tabOwner()}`
  // These callbacks also run if the component is gone, such as the search box.
  return useMutation({
    mutationFn: ({ id }: ClientToOpen) => queries.fetchQuery({ ...configurationQuery(id), staleTime: 0 }),
    onMutate: () => {
      dismissError()
      return describePlace()
    },
    onSuccess: async (configuration, { openPage }, before) => {
      if (describePlace() !== before) return
      const client = storeClient(configuration)
      if (openPage) await openPage()
      else await router.navigate({ to: '/home', state: { client } })
      removeClientQueries(queries, 'inactive')
    },
    onError: (error, _chosen, before) => {
      const isSessionOver = error instanceof ApiError && error.status === 401
      if (describePlace() === before && !isSessionOver) showError(messages.configurationFailed)
    },
  })
}

/** Makes a loaded client the current one of this tab. Returns it with its current name. */
function storeClient(configuration: ClientConfiguration): ClientOption {
  const client = { id: configuration.clientId, label: configuration.clientName }
  storeChosenClient(client)
  storeConfiguration(configuration)
  recentClients.set(addRecent(recentClients.get() ?? [], client))
  return client
}

/** Puts a client at the top of the list, which has at most five clients and no duplicates. */
export const addRecent = (list: readonly ClientOption[], client: ClientOption): ClientOption[] =>
  [client, ...list.filter(({ id }) => id !== client.id)].slice(0, maxClients)
