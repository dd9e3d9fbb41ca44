import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { localStore, type Store, useStoredValue } from '#platform/web/storage.ts'
import { userToken } from '#sign-in/contract.ts'
import { userTokenKey } from '#sign-in/rules.ts'
import {
  type ClientConfiguration,
  type ClientOption,
  clientConfiguration,
  clientOption,
  getClientConfiguration,
} from '../contract.ts'

const hour = 3_600_000
const configurationStore = localStore(
  'clientConfiguration',
  z.object({ configuration: clientConfiguration, expires: z.number() }),
)
const tokenStore = localStore(userTokenKey, userToken)
/** The current client. */
export const currentClientStore = localStore('currentClient', clientOption)
/** Whether the person is internal staff. */
export const isInternalStore = localStore('isInternal', z.boolean())

const queryKey = 'client-configuration'

function storedEntry(clientId: string) {
  const entry = configurationStore.get()
  return entry?.configuration.clientId === clientId ? entry : undefined
}

/** The configuration of a client. It is fresh for an hour. Its initial value comes from local storage. */
export const configurationQuery = (clientId: string) =>
  queryOptions({
    queryKey: [queryKey, clientId],
    queryFn: async () => {
      const configuration = await call(getClientConfiguration, { clientId })
      if (currentClient()?.id === clientId) {
        storeConfiguration(configuration)
        storeClientName(configuration)
      }
      return configuration
    },
    initialData: () => storedEntry(clientId)?.configuration,
    initialDataUpdatedAt: () => (storedEntry(clientId)?.expires ?? 0) - hour,
    staleTime: hour,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Stores the configuration of the current client in local storage. */
export const storeConfiguration = (configuration: ClientConfiguration) =>
  storeForStaff(configurationStore, { configuration, expires: now().getTime() + hour })

/** Updates the query cache when any tab stores or removes a configuration. */
export function followConfiguration(queries: QueryClient) {
  configurationStore.subscribe(() => {
    const { configuration, expires = 0 } = configurationStore.get() ?? {}
    const isIdle = ({ state }: Query) => state.fetchStatus === 'idle'
    if (!configuration) return queries.removeQueries({ queryKey: [queryKey], predicate: isIdle })
    const { queryKey: key } = configurationQuery(configuration.clientId)
    queries.setQueryData(key, configuration, { updatedAt: expires - hour })
  })
}

/** The configuration of the current client in the cache, even if it has expired. */
export function cachedConfiguration(queries: QueryClient): ClientConfiguration | undefined {
  const { id = '' } = currentClient() ?? {}
  return queries.getQueryData(configurationQuery(id).queryKey) ?? storedEntry(id)?.configuration
}

/** Returns the configuration of the current client, which the route guards load; rerenders when it changes in any tab. */
export function useConfiguration(): ClientConfiguration | undefined {
  const client = useStoredValue(currentClientStore)
  return useQuery({ ...configurationQuery(client?.id ?? ''), enabled: false }).data
}

/** Stores a value in local storage, unless the person has logged out in the meantime. */
function storeForStaff<Value>(store: Store<Value>, value: Value) {
  if (tokenStore.has()) store.set(value)
}

/** Refetches the cached configuration when a response carries a new version. */
export function refetchOnNewVersion(queries: QueryClient, version: string | null) {
  const { version: known, clientId } = cachedConfiguration(queries) ?? {}
  if (!version || !clientId || version === known) return
  // A request in progress is not repeated.
  void queries.prefetchQuery({ ...configurationQuery(clientId), staleTime: 0 })
}

/** Returns the current client from local storage, if there is one. */
export const currentClient = (): ClientOption | undefined => currentClientStore.get()

export const storeCurrentClient = ({ id, label }: ClientOption) =>
  storeForStaff(currentClientStore, { id, label })

/** Loads the configuration of the current client and stores its name. Throws `ApiError`. */
export async function loadCurrentConfiguration(queries: QueryClient, { id }: ClientOption) {
  const configuration = await queries.fetchQuery(configurationQuery(id))
  storeClientName(configuration)
  return configuration
}

/** Stores the name of a client if it is the current one. */
function storeClientName({ clientId, clientName }: ClientConfiguration) {
  const current = currentClient()
  if (current?.id === clientId && current.label !== clientName)
    storeCurrentClient({ id: clientId, label: clientName })
}

/** Whether the person is internal staff; undefined if unknown. */
export const isInternalStaff = (): boolean | undefined => isInternalStore.get()

/**
 * Stores whether the person is internal staff, and their current client: internal staff keep the one they
 * chose; for everyone else it is their own.
 */
export function storePerson({ clientId, isInternal }: { clientId: string; isInternal: boolean }) {
  const stored = currentClient()
  const isNew = isInternal ? isInternalStaff() === false : stored?.id !== clientId
  storeForStaff(isInternalStore, isInternal)
  if (!isNew) return
  configurationStore.remove()
  if (isInternal) currentClientStore.remove()
  else storeCurrentClient({ id: clientId, label: '' })
}

/** Removes the person's data, the current client and its configuration, but not the recent clients. */
export function removePerson() {
  isInternalStore.remove()
  currentClientStore.remove()
  configurationStore.remove()
}
