import { z } from 'zod'
import { evidenceSettings, provisioningSettings, signInSettings } from './authentication-settings.ts'
import { messages } from './messages.ts'
import { isHostName, type Setting, secret } from './setting-schemas.ts'
import { type Environment, findValue } from './setting-values.ts'

const { INTERNAL_CLIENT_ID: _ofThePortal, ...registration } = signInSettings
/** The settings that a further identity provider can have of its own. */
const ownSettings = { ...registration, ...provisioningSettings, ...evidenceSettings }
type OwnSettings = { [Name in keyof typeof ownSettings]: z.output<(typeof ownSettings)[Name]['schema']> }

/** An identity provider in addition to that of `OIDC_ISSUER`. */
export type FurtherProvider = {
  /** In its addresses at the portal: `/auth/callback/NAME`. */
  name: string
  /** The IDs of the clients whose people sign in there and nowhere else. */
  clients: string[]
  /** The domains of the email addresses that lead there. */
  domains: string[]
  /**
   * What differs from the settings of the portal. The issuer, the client ID and the secret are always its own: a secret
   * must not reach another provider. So is the provisioning, which needs a token of the provider.
   */
  settings: Partial<OwnSettings> &
    Pick<OwnSettings, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_PROVISIONING'>
}

const providerText = messages.providers
const entryKeys = ['name', 'clients', 'domains']
const namePattern = /^[a-z0-9](-?[a-z0-9]){0,39}$/
const anyObjects = z.array(z.record(z.string(), z.unknown())).min(1)
const list = z.array(z.string().trim().min(1)).min(1)
const domainList = list
  .transform((domains) => domains.map((domain) => domain.toLowerCase()))
  .refine((domains) => domains.every((domain) => domain.includes('.') && isHostName(domain)))

/** Reads a JSON list of providers. One issue lists everything that is wrong with it. */
const furtherProviders = z.string().transform((text, context): FurtherProvider[] => {
  const { data } = anyObjects.safeParse(parseJson(text))
  const faults: string[] = data ? [] : [providerText.notList]
  const found = (data ?? []).flatMap((entry, at) => readProvider(entry, at, faults) ?? [])
  faults.push(...findRepeated(found))
  if (faults.length > 0) context.addIssue({ code: 'custom', message: providerText.wrong(faults) })
  return found
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readProvider(entry: Record<string, unknown>, at: number, faults: string[]) {
  const { data: name } = z.string().regex(namePattern).safeParse(entry.name)
  const report = (fault: string) => faults.push(`${name ?? `provider ${at + 1}`}: ${fault}`)
  const clients = list.safeParse(entry.clients)
  const domains = domainList.safeParse(entry.domains)
  if (!name) report(providerText.noName)
  if (!clients.success) report(providerText.noClients)
  if (!domains.success) report(providerText.noDomains)
  const settings = readOwnSettings(entry, report)
  if (!settings.OIDC_ISSUER && !entry.OIDC_ISSUER) report(providerText.noIssuer)
  return { name: name ?? '', clients: clients.data ?? [], domains: domains.data ?? [], settings }
}

/** Reads the settings of one provider like those of the portal, with the same messages and `_FILE` variables. */
function readOwnSettings(
  entry: Record<string, unknown>,
  report: (fault: string) => void,
): FurtherProvider['settings'] {
  const environment: Environment = {}
  for (const [key, value] of Object.entries(entry)) {
    if (entryKeys.includes(key)) continue
    const setting = (ownSettings as Record<string, Setting>)[key.replace(/_FILE$/, '')]
    if (!setting || (key.endsWith('_FILE') && !setting.isSecret)) report(providerText.unknown(key))
    else if (typeof value !== 'string') report(providerText.notText(key))
    else environment[key] = value
  }
  const given = Object.entries(ownSettings as Record<string, Setting>).flatMap(([name, setting]) => {
    const { value, fault } = findValue(environment, name, setting)
    if (fault === undefined && value === undefined) return []
    const { data, error } = setting.schema.safeParse(value)
    if (fault ?? error) report(fault ?? `${name} ${error?.issues[0]?.message}`)
    return error ? [] : [[name, data] as const]
  })
  return {
    OIDC_ISSUER: undefined,
    OIDC_CLIENT_SECRET: undefined,
    OIDC_CLIENT_ID: registration.OIDC_CLIENT_ID.schema.parse(undefined),
    OIDC_PROVISIONING: provisioningSettings.OIDC_PROVISIONING.schema.parse(undefined),
    ...(Object.fromEntries(given) as Partial<OwnSettings>),
  }
}

/** A client, a domain, a name and an issuer belong to one provider only. */
function findRepeated(providers: readonly FurtherProvider[]): string[] {
  const all = providers.flatMap(({ name, clients, domains, settings }) => [
    name,
    ...clients.map((client) => `client ${client}`),
    ...domains,
    ...(settings.OIDC_ISSUER ? [settings.OIDC_ISSUER] : []),
  ])
  const repeated = all.filter((each, at) => each !== '' && all.indexOf(each) !== at)
  return [...new Set(repeated)].map(providerText.repeated)
}

export const providerSettings = {
  OIDC_PROVIDERS: secret(
    furtherProviders.default([]),
    'none',
    'Further identity providers, each for the staff of some clients (JSON; docs/identity-providers.md)',
    '[{"name":"alpine","clients":["alpine"],"domains":["alpine.example"],"OIDC_ISSUER":"https://login.alpine.example"}]',
  ),
}

type Several = { OIDC_ISSUER?: string | undefined; OIDC_PROVIDERS: readonly FurtherProvider[] }

/** Further providers need the one that everybody else signs in with, which is another one. */
export function providersError({ OIDC_ISSUER, OIDC_PROVIDERS }: Several): string | undefined {
  if (OIDC_PROVIDERS.length === 0) return undefined
  if (!OIDC_ISSUER) return providerText.withoutIssuer
  const isRepeated = OIDC_PROVIDERS.some(({ settings }) => settings.OIDC_ISSUER === OIDC_ISSUER)
  return isRepeated ? providerText.sameIssuer : undefined
}
