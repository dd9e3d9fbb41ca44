import { z } from 'zod'
import { readStored, removeStored } from '#platform/web/local-storage.ts'
import { type ClientConfiguration, type ClientOption, clientOption } from '../contract.ts'
import { configurationOf, forgetConfiguration, rememberForStaff } from './configuration-store.ts'

export const isInternalStaffKey = 'isInternal'
export const viewedClientKey = 'currentClient'

/** The current client in local storage. */
export const viewedClient = (): ClientOption | undefined => readStored(viewedClientKey, clientOption)

export const keepViewedClient = ({ id, label }: ClientOption) =>
  rememberForStaff(viewedClientKey, { id, label })

/** The configuration of the current client; also stores its name. Throws `ApiError`. */
export async function configurationOfViewed({ id, label }: ClientOption): Promise<ClientConfiguration> {
  const configuration = await configurationOf(id)
  if (configuration.clientName !== label) keepViewedClient({ id, label: configuration.clientName })
  return configuration
}

/** Whether the person is internal staff; undefined if unknown. */
export const isInternalStaff = (): boolean | undefined => readStored(isInternalStaffKey, z.boolean())

/** Stores who signed in: internal staff keep their current client, all others belong to one client. */
export function keepPerson({ clientId, isInternal }: { clientId: string; isInternal: boolean }) {
  const viewed = viewedClient()
  const isNew = isInternal ? isInternalStaff() === false : viewed?.id !== clientId
  rememberForStaff(isInternalStaffKey, isInternal)
  if (!isNew) return
  forgetConfiguration()
  if (isInternal) removeStored(viewedClientKey)
  else keepViewedClient({ id: clientId, label: '' })
}

/** Clears the current client; recent clients are kept. */
export function forgetPerson() {
  removeStored(isInternalStaffKey)
  removeStored(viewedClientKey)
  forgetConfiguration()
}
