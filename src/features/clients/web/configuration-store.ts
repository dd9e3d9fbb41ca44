import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { forget, isRemembered, recall, remember, useRemembered } from '#platform/web/local-storage.ts'
import { userTokenKey } from '#sign-in/contract.ts'
import { type ClientConfiguration, clientConfiguration, getClientConfiguration } from '../contract.ts'

const key = 'clientConfiguration'
const hour = 3_600_000
const kept = z.object({ configuration: clientConfiguration, expires: z.number() }).optional()

/** The configuration that local storage keeps, however old; undefined where there is none that can be read. */
export const keptConfiguration = (): ClientConfiguration | undefined => recall(key, kept)?.configuration

/** The same, followed as it changes in any tab. */
export function useConfiguration(): ClientConfiguration | undefined {
  const [value] = useRemembered(key, kept, undefined)
  return value?.configuration
}

export const forgetConfiguration = () => forget(key)

/** The configuration of a client: the kept one for an hour, then a fresh one. Throws `CallFailed`. */
export async function configurationOf(clientId: string): Promise<ClientConfiguration> {
  const found = recall(key, kept)
  const counts = found && found.expires > now().getTime() && found.configuration.clientId === clientId
  return counts ? found.configuration : freshConfiguration(clientId)
}

/** The configuration of a client as the server has it now; kept for an hour. Throws `CallFailed`. */
export async function freshConfiguration(clientId: string): Promise<ClientConfiguration> {
  const configuration = await call(getClientConfiguration, { clientId })
  rememberForStaff(key, { configuration, expires: now().getTime() + hour })
  return configuration
}

/** Remembers a value for the person signed in, unless they logged out while it was on its way. */
export function rememberForStaff(key: string, value: unknown) {
  if (isRemembered(userTokenKey)) remember(key, value)
}

let told: string | undefined

/** Fetches the kept configuration anew when an answer says that it has another version; once for each version. */
export function noteVersion(version: string | null) {
  const { version: known, clientId } = keptConfiguration() ?? {}
  if (!version || !clientId || version === known || version === told) return
  told = version
  freshConfiguration(clientId).catch(() => {
    told = undefined
  })
}
