import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import {
  localStore,
  type ReadableStore,
  type Store,
  staffPrefix,
  tabStore,
  useStoredValue,
} from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
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
const claims = z.object({ sub: z.string() })

/**
 * The ID of the signed-in person: the subject of the stored token. Empty if there is none or it cannot be read. A name
 * does not identify a person: two people can have the same one.
 */
export function personId(): string {
  const [, payload = ''] = tokenStore.get()?.token.split('.') ?? []
  try {
    return claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).sub
  } catch {
    return ''
  }
}

/** The client of client staff; of internal staff, the one chosen last in any tab. */
export const lastClientStore = localStore('currentClient', clientOption)
/** The client that internal staff chose for this tab. */
export const tabClientStore = tabStore(
  `${staffPrefix}client`,
  z.object({ person: z.string(), client: clientOption }),
)
/** Whether the person is internal staff. */
export const isInternalStore = localStore('isInternal', z.boolean())

/** The current client: internal staff have one per tab, everyone else has their own. */
export const currentClientStore: ReadableStore<ClientOption> = {
  get: () => (isInternalStore.get() ? tabClient() : lastClientStore.get()),
  subscribe(listener) {
    const stops = [tabClientStore, lastClientStore, isInternalStore].map(({ subscribe }) =>
      subscribe(listener),
    )
    return () => {
      for (const stop of stops) stop()
    }
  },
}

function tabClient() {
  const { person, client } = tabClientStore.get() ?? {}
  return person === personId() ? client : undefined
}

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
      if (lastClientStore.get()?.id === clientId) storeConfiguration(configuration)
      storeClientName(configuration)
      return configuration
    },
    initialData: () => storedEntry(clientId)?.configuration,
    initialDataUpdatedAt: () => (storedEntry(clientId)?.expires ?? 0) - hour,
    staleTime: hour,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** Stores the configuration of the client chosen last in local storage. */
export const storeConfiguration = (configuration: ClientConfiguration) =>
  storeForStaff(configurationStore, { configuration, expires: now().getTime() + hour })

/**
 * Updates the query cache when any tab stores or removes a configuration. The one that this tab shows is removed
 * only when the person leaves.
 */
export function followConfiguration(queries: QueryClient) {
  configurationStore.subscribe(() => {
    const { configuration, expires = 0 } = configurationStore.get() ?? {}
    const shownId = isInternalStore.get() && currentClient()?.id
    const isUnused = ({ state, queryKey: [, id] }: Query) => state.fetchStatus === 'idle' && id !== shownId
    if (!configuration) return queries.removeQueries({ queryKey: [queryKey], predicate: isUnused })
    const { queryKey: key } = configurationQuery(configuration.clientId)
    queries.setQueryData(key, configuration, { updatedAt: expires - hour })
  })
}

/**
 * Removes all queries except configurations after a change of client, because many keys do not name the client. `all` is
 * for while the previous client's page is still shown; `inactive` for afterward.
 */
export const removeClientQueries = (queries: QueryClient, type: 'all' | 'inactive') =>
  queries.removeQueries({ type, predicate: ({ queryKey: [first] }) => first !== queryKey })

/** The configuration of the current client in the cache, even if it has expired. */
export function cachedConfiguration(queries: QueryClient): ClientConfiguration | undefined {
  const { id = '' } = currentClient() ?? {}
  return queries.getQueryData(configurationQuery(id).queryKey) ?? storedEntry(id)?.configuration
}

/** Returns the configuration of the current client, which the route guards load; rerenders when it changes. */
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

/** Returns the current client, if there is one. */
export const currentClient = (): ClientOption | undefined => currentClientStore.get()

/** Returns the ID of the person and the client that values of this tab belong to. */
export const tabOwner = (): string => `${personId()} ${currentClient()?.id ?? ''}`

/** Stores the client that internal staff chose: for this tab, and as the first one of new tabs. */
export function storeChosenClient(client: ClientOption) {
  storeTabClient(client)
  storeLastClient(client)
}

/** Gives a tab of internal staff without a client the one chosen last. */
export function adoptLastClient() {
  const last = lastClientStore.get()
  if (isInternalStaff() && !tabClient() && last) storeTabClient(last)
}

const storeLastClient = ({ id, label }: ClientOption) => storeForStaff(lastClientStore, { id, label })

/** Makes a client that of this tab. Stores nothing without a session. */
export const storeTabClient = ({ id, label }: ClientOption) =>
  storeForStaff(tabClientStore, { person: personId(), client: { id, label } })

/** Loads the configuration of the current client and stores its name. Throws `ApiError`. */
export async function loadCurrentConfiguration(queries: QueryClient, { id }: ClientOption) {
  const configuration = await queries.fetchQuery(configurationQuery(id))
  storeClientName(configuration)
  return configuration
}

/** Stores the name of a client if it is that of this tab or the one chosen last. */
function storeClientName({ clientId: id, clientName: label }: ClientConfiguration) {
  const hasOldName = (stored: ClientOption | undefined) => stored?.id === id && stored.label !== label
  if (hasOldName(tabClient())) storeTabClient({ id, label })
  if (hasOldName(lastClientStore.get())) storeLastClient({ id, label })
}

/** Whether the person is internal staff; undefined if unknown. */
export const isInternalStaff = (): boolean | undefined => isInternalStore.get()

/**
 * Stores whether the person is internal staff, and their current client: internal staff keep the one they
 * chose; for everyone else it is their own.
 */
export function storePerson({ clientId, isInternal }: { clientId: string; isInternal: boolean }) {
  const isNew = isInternal ? isInternalStaff() === false : lastClientStore.get()?.id !== clientId
  storeForStaff(isInternalStore, isInternal)
  if (!isNew) return
  configurationStore.remove()
  tabClientStore.remove()
  if (isInternal) lastClientStore.remove()
  else storeLastClient({ id: clientId, label: '' })
}

/** Removes the client of this tab, because it no longer exists, and as the one chosen last if it was. */
export function removeClosedClient() {
  const { id } = currentClient() ?? {}
  tabClientStore.remove()
  if (lastClientStore.get()?.id !== id) return
  lastClientStore.remove()
  configurationStore.remove()
}

/** Removes the person's data, the current client and its configuration, but not the recent clients. */
export function removePerson() {
  isInternalStore.remove()
  tabClientStore.remove()
  lastClientStore.remove()
  configurationStore.remove()
}
