import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { localStore, type Store } from '#platform/web/storage.ts'
import { userToken, userTokenKey } from '#sign-in/contract.ts'
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

/** Returns the configuration in local storage, even if it has expired; undefined if missing or unreadable. */
export const storedConfiguration = (): ClientConfiguration | undefined =>
  configurationStore.get()?.configuration

/** Returns the configuration in local storage; rerenders when it changes in any tab. */
export function useConfiguration(): ClientConfiguration | undefined {
  return useSyncExternalStore(configurationStore.subscribe, configurationStore.get)?.configuration
}

/**
 * Returns the cached configuration of a client, or fetches it if the cache is over an hour old. Throws
 * `ApiError`.
 */
async function loadConfiguration(clientId: string): Promise<ClientConfiguration> {
  const found = configurationStore.get()
  const isFresh = found && found.expires > now().getTime() && found.configuration.clientId === clientId
  return isFresh ? found.configuration : fetchConfiguration(clientId)
}

/** Fetches the configuration of a client and caches it for one hour. Throws `ApiError`. */
export async function fetchConfiguration(clientId: string): Promise<ClientConfiguration> {
  const configuration = await call(getClientConfiguration, { clientId })
  storeForStaff(configurationStore, { configuration, expires: now().getTime() + hour })
  return configuration
}

/** Stores a value in local storage, unless the person has logged out in the meantime. */
function storeForStaff<Value>(store: Store<Value>, value: Value) {
  if (tokenStore.has()) store.set(value)
}

let requestedVersion: string | undefined

/** Refetches the cached configuration when a response carries a new version, once per version. */
export function refetchOnNewVersion(version: string | null) {
  const { version: known, clientId } = storedConfiguration() ?? {}
  if (!version || !clientId || version === known || version === requestedVersion) return
  requestedVersion = version
  fetchConfiguration(clientId).catch(() => {
    requestedVersion = undefined
  })
}

/** Returns the current client from local storage, if there is one. */
export const currentClient = (): ClientOption | undefined => currentClientStore.get()

export const storeCurrentClient = ({ id, label }: ClientOption) =>
  storeForStaff(currentClientStore, { id, label })

/** Loads the configuration of the current client and stores its name. Throws `ApiError`. */
export async function loadCurrentConfiguration({ id, label }: ClientOption): Promise<ClientConfiguration> {
  const configuration = await loadConfiguration(id)
  if (configuration.clientName !== label) storeCurrentClient({ id, label: configuration.clientName })
  return configuration
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
