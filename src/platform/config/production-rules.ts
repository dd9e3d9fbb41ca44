import { isLoopback } from './host-ranges.ts'
import { messages } from './messages.ts'
import type { Environment } from './setting-values.ts'
import { findTransportFaults, isExposed, listProtected, type NetworkUse } from './transport-rules.ts'

/** The settings that determine whether the portal is reachable from other machines. */
type Reach = {
  NODE_ENV?: string | undefined
  DATABASE_URL?: string | undefined
  HOST: string
  PUBLIC_URL?: string | undefined
  ALLOW_INSECURE_TRIAL: boolean
}

/** The settings that the production rules judge. */
export type JudgedConfig = Reach & NetworkUse & { DEMO_DATA?: boolean | undefined }

const text = messages.production

/** The reasons why the production rules apply, unless the trial switch lifts them. */
export function productionReasons({ NODE_ENV, DATABASE_URL, HOST, PUBLIC_URL }: Reach): string[] {
  return [
    NODE_ENV === 'production' && text.nodeEnv,
    DATABASE_URL && text.databaseUrl,
    !isLoopback(HOST) && text.host(HOST),
    PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname) && text.publicUrl(PUBLIC_URL),
  ].filter((reason) => typeof reason === 'string' && reason !== '') as string[]
}

/**
 * Whether the production rules apply: no development identity provider, mailbox or demo data, a public https address,
 * which makes cookies secure, and no unencrypted connection to another machine.
 */
export const isProduction = (config: Reach): boolean =>
  !config.ALLOW_INSECURE_TRIAL && productionReasons(config).length > 0

/**
 * All settings that production still needs, and all that would make a connection unencrypted, in one message; undefined if
 * none. Settings that were set to an invalid value are left out.
 */
export function productionError(
  config: JudgedConfig,
  environment: Environment = {},
  invalid: ReadonlySet<string> = new Set(),
): string | undefined {
  if (!isProduction(config)) return undefined
  const needed = [
    ['OIDC_ISSUER', !config.OIDC_ISSUER, text.noIssuer],
    ['PUBLIC_URL', !config.PUBLIC_URL?.startsWith('https:'), text.noPublicUrl],
    ['SMTP_URL', !config.SMTP_URL, text.noMailServer],
    ['DEMO_DATA', config.DEMO_DATA, text.demoData],
  ] as const
  const faults = needed
    .filter(([name, isMissing]) => isMissing && !invalid.has(name))
    .map(([_name, _isMissing, fault]) => fault)
  const exposed = transportFaults(config, environment, (name) => !invalid.has(name))
  return faults.length + exposed.length > 0
    ? text.refused(productionReasons(config), [...faults, ...exposed])
    : undefined
}

/** The variables of the connections that commands open. */
const commandVariables: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DOCUMENTS_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL',
  'NODE_TLS_REJECT_UNAUTHORIZED',
])

/**
 * All settings that would make a connection of a command unencrypted, in one message; undefined if none, or if the
 * production rules do not apply.
 */
export function transportError(config: JudgedConfig, environment: Environment): string | undefined {
  if (!isProduction(config)) return undefined
  const faults = transportFaults(config, environment, (name) => commandVariables.has(name))
  return faults.length > 0 ? text.refused(productionReasons(config), faults) : undefined
}

/** The variables whose connections the production rules refuse; none if they do not apply. */
export const refusedVariables = (config: JudgedConfig, environment: Environment): ReadonlySet<string> =>
  new Set(isProduction(config) ? findTransportFaults(config, environment).map(([name]) => name) : [])

/** Whether the production rules refuse a connection without TLS to a host that no setting names. */
export const refusesPlain = (config: JudgedConfig, host: string): boolean =>
  isProduction(config) && isExposed({ name: '', host, isEncrypted: false }, config)

/** The variables that no protection of the network replaces. */
const unprotectable = /^(OIDC_|NODE_TLS_)/

function transportFaults(
  config: JudgedConfig,
  environment: Environment,
  isNamed: (name: string) => boolean,
): string[] {
  const faults = findTransportFaults(config, environment).filter(([name]) => isNamed(name))
  const hasHint = faults.some(([name]) => !unprotectable.test(name))
  const hint = hasHint ? [messages.transport.hint(config.NETWORK_PROTECTION)] : []
  return [...faults.map(([_name, fault]) => fault), ...hint]
}

/** Says which connections have no TLS because something else protects them; undefined if there are none. */
export function protectionNotice(config: JudgedConfig, environment: Environment): string | undefined {
  const names = isProduction(config) ? listProtected(config, environment) : []
  const protection = config.NETWORK_PROTECTION
  return protection && names.length > 0 ? messages.transport.notice(protection, names) : undefined
}
