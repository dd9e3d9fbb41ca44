import ipaddr from 'ipaddr.js'
import { messages } from './messages.ts'

/** The settings that determine whether the portal is reachable from other machines. */
type Reach = {
  NODE_ENV?: string | undefined
  DATABASE_URL?: string | undefined
  HOST: string
  PUBLIC_URL?: string | undefined
  ALLOW_INSECURE_TRIAL: boolean
}

type Outbound = Reach & {
  DATABASE_REPLICA_URL?: string | undefined
  GEOCODER_URL?: string | undefined
  AUDIT_STREAM_URL?: string | undefined
  DOCUMENTS_URL?: { endpoint?: string | undefined } | undefined
}

type Needed = Reach & {
  OIDC_ISSUER?: string | undefined
  SMTP_URL?: string | undefined
  DEMO_DATA?: boolean | undefined
}

const texts = messages.production

/** Whether a host is this machine only. A name other than "localhost" may resolve to any machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback')
}

/** The reasons why the production rules apply, unless the trial switch lifts them. */
function productionReasons({ NODE_ENV, DATABASE_URL, HOST, PUBLIC_URL }: Reach): string[] {
  return [
    NODE_ENV === 'production' && texts.nodeEnv,
    DATABASE_URL && texts.databaseUrl,
    !isLoopback(HOST) && texts.host(HOST),
    PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname) && texts.publicUrl(PUBLIC_URL),
  ].filter((reason) => typeof reason === 'string' && reason !== '') as string[]
}

/**
 * Whether the production rules apply: no development identity provider, mailbox or demo data, and a public
 * https address, which makes cookies secure.
 */
export const isProduction = (config: Reach): boolean =>
  !config.ALLOW_INSECURE_TRIAL && productionReasons(config).length > 0

/**
 * All settings that production still needs, in one message; undefined if none. Settings that were set to an invalid
 * value are left out.
 */
export function productionError(
  config: Needed,
  invalid: ReadonlySet<string> = new Set(),
): string | undefined {
  if (!isProduction(config)) return undefined
  const needed = [
    ['OIDC_ISSUER', !config.OIDC_ISSUER, texts.noIssuer],
    ['PUBLIC_URL', !config.PUBLIC_URL?.startsWith('https:'), texts.noPublicUrl],
    ['SMTP_URL', !config.SMTP_URL, texts.noMailServer],
    ['DEMO_DATA', config.DEMO_DATA, texts.demoData],
  ] as const
  const faults = needed
    .filter(([name, isMissing]) => isMissing && !invalid.has(name))
    .map(([_name, _isMissing, fault]) => fault)
  return faults.length > 0 ? texts.refused(productionReasons(config), faults) : undefined
}

/** The warnings for every start: a trial that is open to strangers, and unencrypted connections. */
export function startWarnings(config: Outbound): string[] {
  const reasons = productionReasons(config)
  if (reasons.length === 0) return []
  if (config.ALLOW_INSECURE_TRIAL) return [texts.trial(reasons)]
  return [
    config.DATABASE_URL && isUnencryptedDatabase(config.DATABASE_URL) && texts.plainDatabase,
    config.DATABASE_REPLICA_URL && isUnencryptedDatabase(config.DATABASE_REPLICA_URL) && texts.plainReplica,
    config.DOCUMENTS_URL?.endpoint && isUnencryptedWeb(config.DOCUMENTS_URL.endpoint) && texts.plainDocuments,
    config.GEOCODER_URL && isUnencryptedWeb(config.GEOCODER_URL) && texts.plainGeocoder,
    config.AUDIT_STREAM_URL && isUnencryptedWeb(config.AUDIT_STREAM_URL) && texts.plainStream,
  ].filter((warning) => typeof warning === 'string' && warning !== '') as string[]
}

function isUnencryptedWeb(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return /^(http|syslog\+tcp):$/.test(protocol) && !isLoopback(hostname)
}

/** The `host` parameter overrides the host of the address, and a path is a local socket. */
function isUnencryptedDatabase(address: string): boolean {
  const [, hosts = '', query = ''] = /^[^:]+:\/\/(?:[^@/?]*@)?([^/?]*)[^?]*\??(.*)$/.exec(address) ?? []
  const parameters = new URLSearchParams(query)
  const names = (parameters.get('host') ?? hosts).split(',').map((host) => host.replace(/:\d*$/, ''))
  const isNear = names.every((name) => name === '' || name.startsWith('/') || isLoopback(name))
  const isEncrypted =
    /^(require|verify-ca|verify-full)$/.test(parameters.get('sslmode') ?? '') ||
    /^(true|1)$/.test(parameters.get('ssl') ?? '')
  return !isNear && !isEncrypted
}
