import type { Config } from '#platform/config/settings.ts'
import {
  type DevelopmentConfiguration,
  type IdentityProvider,
  identityProvider,
  issuerName,
} from '../identity-provider.ts'

/** All identity providers: that of `OIDC_ISSUER` or the development provider, and those of `OIDC_PROVIDERS`. */
export type IdentityProviders = ReturnType<typeof openProviders>

type ProviderConfig = Pick<Config, 'OIDC_PROVIDERS' | 'OIDC_ISSUER'>

/** The settings of the portal with those of a provider in their place. */
export const findSettings = <Settings extends ProviderConfig>(
  config: Settings,
  issuer: string,
): Settings => ({
  ...config,
  ...config.OIDC_PROVIDERS.find(({ settings }) => settings.OIDC_ISSUER === issuer)?.settings,
})

/** The issuer of a provider, by its name in the settings; that of the standard one without a name. */
export const findIssuer = (
  config: Pick<Config, 'OIDC_PROVIDERS' | 'OIDC_ISSUER'>,
  provider: string | undefined,
): string | undefined =>
  provider === undefined
    ? issuerName(config)
    : config.OIDC_PROVIDERS.find(({ name }) => name === provider)?.settings.OIDC_ISSUER

type ScimConfig = ProviderConfig & Pick<Config, 'INTERNAL_CLIENT_ID' | 'OIDC_PROVISIONING'>

/** The clients of an identity provider: these, or all but these. */
export type ProviderClients = { isExcept: boolean; ids: readonly string[] }

/**
 * The clients whose people an issuer sends by SCIM; undefined if it does not use SCIM. Internal staff are never among
 * them, because they see every client.
 */
export function findScimClients(config: ScimConfig, issuer: string): ProviderClients | undefined {
  if (!listScimIssuers(config).includes(issuer)) return undefined
  return findProviderClients(config, issuer)
}

/** The clients of an issuer, without that of internal staff; none if there is no such provider. */
export function findProviderClients(
  config: ProviderConfig & Pick<Config, 'INTERNAL_CLIENT_ID'>,
  issuer: string,
): ProviderClients {
  const { OIDC_PROVIDERS, INTERNAL_CLIENT_ID: internal } = config
  const further = OIDC_PROVIDERS.find(({ settings }) => settings.OIDC_ISSUER === issuer)
  if (further) return { isExcept: false, ids: further.clients.filter((client) => client !== internal) }
  if (issuerName(config) !== issuer) return { isExcept: false, ids: [] }
  return { isExcept: true, ids: [internal, ...OIDC_PROVIDERS.flatMap(({ clients }) => clients)] }
}

/** The issuers that send people by SCIM. */
export const listScimIssuers = (config: Omit<ScimConfig, 'INTERNAL_CLIENT_ID'>): string[] =>
  [issuerName(config), ...config.OIDC_PROVIDERS.flatMap(({ settings }) => settings.OIDC_ISSUER ?? [])].filter(
    (issuer) => findSettings(config, issuer).OIDC_PROVISIONING === 'scim',
  )

/**
 * Opens the identity providers. Each client belongs to one of them: to the one that names it, otherwise to that of
 * `OIDC_ISSUER`. None of them is contacted before somebody signs in there, so one that is down affects only its people.
 */
export function openProviders(config: Config, development: DevelopmentConfiguration | undefined) {
  const standard = identityProvider({ config, name: null }, development)
  const further = config.OIDC_PROVIDERS.map(({ name, clients, domains, settings }) => ({
    clients,
    domains,
    provider: identityProvider({ config: { ...config, ...settings }, name }, undefined),
  }))
  const all: readonly IdentityProvider[] = [standard, ...further.map(({ provider }) => provider)]
  return {
    all,
    standard,
    hasSeveral: further.length > 0,
    /** The provider of a sign-in, by its name in the settings; null for the standard one. */
    findByName: (name: string | null) => all.find((provider) => provider.name === name),
    /** The provider that a person is known by. */
    findByIssuer: (issuer: string) => all.find((provider) => issuerName(provider.config) === issuer),
    /** The only provider that is believed to say that a person works for this client. */
    ofClient: (clientId: string) =>
      further.find(({ clients }) => clients.includes(clientId))?.provider ?? standard,
    /** The provider that an email address leads to; undefined if it is not an address. */
    ofEmail(email: string): IdentityProvider | undefined {
      const [, domain] = /^[^\s@]+@([^\s@]+\.[^\s@]+)$/.exec(email.trim()) ?? []
      if (!domain) return undefined
      return further.find(({ domains }) => domains.includes(domain.toLowerCase()))?.provider ?? standard
    },
  }
}
