import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { hasStored, readStored, removeStored, useStored, writeStored } from '#platform/web/local-storage.ts'
import { userTokenKey } from '#sign-in/contract.ts'
import { type ClientConfiguration, clientConfiguration, getClientConfiguration } from '../contract.ts'

const key = 'clientConfiguration'
const hour = 3_600_000
const kept = z.object({ configuration: clientConfiguration, expires: z.number() }).optional()

/** The configuration in local storage, however old; undefined if missing or unreadable. */
export const keptConfiguration = (): ClientConfiguration | undefined => readStored(key, kept)?.configuration

/** The same, updated when it changes in any tab. */
export function useConfiguration(): ClientConfiguration | undefined {
  const [value] = useStored(key, kept, undefined)
  return value?.configuration
}

export const forgetConfiguration = () => removeStored(key)

/** The configuration of a client, cached for one hour. Throws `ApiError`. */
export async function configurationOf(clientId: string): Promise<ClientConfiguration> {
  const found = readStored(key, kept)
  const counts = found && found.expires > now().getTime() && found.configuration.clientId === clientId
  return counts ? found.configuration : freshConfiguration(clientId)
}

/** Fetches the configuration of a client and caches it for one hour. Throws `ApiError`. */
export async function freshConfiguration(clientId: string): Promise<ClientConfiguration> {
  const configuration = await call(getClientConfiguration, { clientId })
  rememberForStaff(key, { configuration, expires: now().getTime() + hour })
  return configuration
}

/** Stores a value for the signed-in person, unless they logged out in the meantime. */
export function rememberForStaff(key: string, value: unknown) {
  if (hasStored(userTokenKey)) writeStored(key, value)
}

let told: string | undefined

/** Refetches the cached configuration when a response carries a new version, once per version. */
export function noteVersion(version: string | null) {
  const { version: known, clientId } = keptConfiguration() ?? {}
  if (!version || !clientId || version === known || version === told) return
  told = version
  freshConfiguration(clientId).catch(() => {
    told = undefined
  })
}
