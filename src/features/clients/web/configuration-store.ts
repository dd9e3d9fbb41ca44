import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { hasStored, readStored, removeStored, useStored, writeStored } from '#platform/web/local-storage.ts'
import { userTokenKey } from '#sign-in/contract.ts'
import {
  type ClientConfiguration,
  type ClientOption,
  clientConfiguration,
  clientOption,
  getClientConfiguration,
} from '../contract.ts'

const key = 'clientConfiguration'
const hour = 3_600_000
const cacheEntry = z.object({ configuration: clientConfiguration, expires: z.number() }).optional()

/** Returns the configuration in local storage, even if it has expired; undefined if missing or unreadable. */
export const storedConfiguration = (): ClientConfiguration | undefined =>
  readStored(key, cacheEntry)?.configuration

/** Returns the configuration in local storage; rerenders when it changes in any tab. */
export function useConfiguration(): ClientConfiguration | undefined {
  const [value] = useStored(key, cacheEntry, undefined)
  return value?.configuration
}

const removeConfiguration = () => removeStored(key)

/**
 * Returns the cached configuration of a client, or fetches it if the cache is over an hour old. Throws
 * `ApiError`.
 */
async function loadConfiguration(clientId: string): Promise<ClientConfiguration> {
  const found = readStored(key, cacheEntry)
  const isFresh = found && found.expires > now().getTime() && found.configuration.clientId === clientId
  return isFresh ? found.configuration : fetchConfiguration(clientId)
}

/** Fetches the configuration of a client and caches it for one hour. Throws `ApiError`. */
export async function fetchConfiguration(clientId: string): Promise<ClientConfiguration> {
  const configuration = await call(getClientConfiguration, { clientId })
  storeForStaff(key, { configuration, expires: now().getTime() + hour })
  return configuration
}

/** Stores a value in local storage, unless the person has logged out in the meantime. */
function storeForStaff(key: string, value: unknown) {
  if (hasStored(userTokenKey)) writeStored(key, value)
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

export const isInternalStaffKey = 'isInternal'
export const currentClientKey = 'currentClient'

/** Returns the current client from local storage, if there is one. */
export const currentClient = (): ClientOption | undefined => readStored(currentClientKey, clientOption)

export const storeCurrentClient = ({ id, label }: ClientOption) =>
  storeForStaff(currentClientKey, { id, label })

/** Loads the configuration of the current client and stores its name. Throws `ApiError`. */
export async function loadCurrentConfiguration({ id, label }: ClientOption): Promise<ClientConfiguration> {
  const configuration = await loadConfiguration(id)
  if (configuration.clientName !== label) storeCurrentClient({ id, label: configuration.clientName })
  return configuration
}

/** Whether the person is internal staff; undefined if unknown. */
export const isInternalStaff = (): boolean | undefined => readStored(isInternalStaffKey, z.boolean())

/**
 * Stores whether the person is internal staff, and their current client: internal staff keep the one they
 * chose; for everyone else it is their own.
 */
export function storePerson({ clientId, isInternal }: { clientId: string; isInternal: boolean }) {
  const stored = currentClient()
  const isNew = isInternal ? isInternalStaff() === false : stored?.id !== clientId
  storeForStaff(isInternalStaffKey, isInternal)
  if (!isNew) return
  removeConfiguration()
  if (isInternal) removeStored(currentClientKey)
  else storeCurrentClient({ id: clientId, label: '' })
}

/** Removes the person's data, the current client and its configuration, but not the recent clients. */
export function removePerson() {
  removeStored(isInternalStaffKey)
  removeStored(currentClientKey)
  removeConfiguration()
}
