import { z } from 'zod'
import { forget, recall } from '#platform/web/local-storage.ts'
import { type ClientConfiguration, type ClientOption, clientOption } from '../contract.ts'
import { configurationOf, forgetConfiguration, rememberForStaff } from './configuration-store.ts'

export const isInternalStaffKey = 'isInternal'
export const viewedClientKey = 'currentClient'

/** The client whose portal is looked at, as local storage keeps it. */
export const viewedClient = (): ClientOption | undefined => recall(viewedClientKey, clientOption)

export const keepViewedClient = ({ id, label }: ClientOption) =>
  rememberForStaff(viewedClientKey, { id, label })

/** The configuration of the client that is viewed, whose name is kept with it. Throws `CallFailed`. */
export async function configurationOfViewed({ id, label }: ClientOption): Promise<ClientConfiguration> {
  const configuration = await configurationOf(id)
  if (configuration.clientName !== label) keepViewedClient({ id, label: configuration.clientName })
  return configuration
}

/** Whether the person is staff of the provider organisation itself; undefined where nothing says so. */
export const isInternalStaff = (): boolean | undefined => recall(isInternalStaffKey, z.boolean())

/** Keeps who signed in: internal staff go on with the client they viewed, all others are of one client. */
export function keepPerson({ clientId, isInternal }: { clientId: string; isInternal: boolean }) {
  const viewed = viewedClient()
  const isNew = isInternal ? isInternalStaff() === false : viewed?.id !== clientId
  rememberForStaff(isInternalStaffKey, isInternal)
  if (!isNew) return
  forgetConfiguration()
  if (isInternal) forget(viewedClientKey)
  else keepViewedClient({ id: clientId, label: '' })
}

/** Forgets whose portal it was; the clients visited last stay. */
export function forgetPerson() {
  forget(isInternalStaffKey)
  forget(viewedClientKey)
  forgetConfiguration()
}
