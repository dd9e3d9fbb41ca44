import { z } from 'zod'
import { readStored, removeStored } from '#platform/web/local-storage.ts'
import { type ClientConfiguration, type ClientOption, clientOption } from '../contract.ts'
import { loadConfiguration, removeConfiguration, storeForStaff } from './configuration-store.ts'

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
