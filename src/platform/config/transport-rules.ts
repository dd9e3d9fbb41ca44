import { parseStreamAddress } from '../audit-stream/stream-settings.ts'
import { describeServers } from '../db/check-external-database.ts'
import { isMailVerified } from '../mail/mail-settings.ts'
import { listExporters } from '../telemetry/exporter-settings.ts'
import { isContainerName, isEveryAddress, isLoopback, isPrivateHost } from './host-ranges.ts'
import { messages } from './messages.ts'
import type { NetworkConfig } from './network-settings.ts'
import type { Environment } from './setting-values.ts'

/** The settings that make the portal listen or connect. */
export type NetworkUse = Partial<NetworkConfig> & {
  HOST: string
  DATABASE_URL?: string | undefined
  DATABASE_REPLICA_URL?: string | undefined
  DOCUMENTS_URL?: { endpoint?: string | undefined } | undefined
  GEOCODER_URL?: string | undefined
  AUDIT_STREAM_URL?: string | undefined
  SMTP_URL?: string | undefined
  OIDC_ISSUER?: string | undefined
  OIDC_PROVIDERS?: readonly { settings: { OIDC_ISSUER?: string | undefined } }[]
}

/** A connection that a variable asks for, and whether it is encrypted and its certificate verified. */
export type Connection = { name: string; host: string; isEncrypted: boolean }

const text = messages.transport

/**
 * Everything that would travel unencrypted, or to an unverified server, between machines, with what to do about it. With
 * `NETWORK_PROTECTION`, connections within private addresses are left out. The environment has the variables that are no
 * settings: those of OpenTelemetry, the AWS client and Node.js.
 */
export function findTransportFaults(config: NetworkUse, environment: Environment): [string, string][] {
  const exposed = listConnections(config, environment).filter((each) => isExposed(each, config))
  const names = [...new Set(exposed.map(({ name }) => name))]
  return [
    ...names.map((name): [string, string] => [name, text.faults[name] ?? text.otherFault(name)]),
    ...listIssuers(config)
      .filter(({ host, isEncrypted }) => !isEncrypted && !isLoopback(host))
      .map(({ name }): [string, string] => [name, text.plainIssuer(name)]),
    ...(environment.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? [['NODE_TLS_REJECT_UNAUTHORIZED', text.unverified] as [string, string]]
      : []),
  ]
}

/** The variables whose connections have no TLS and rely on `NETWORK_PROTECTION`, without repetitions. */
export function listProtected(config: NetworkUse, environment: Environment): string[] {
  const names = listConnections(config, environment).filter(
    (each) => isPlain(each) && isProtected(each, config),
  )
  return [...new Set(names.map(({ name }) => name))]
}

const listConnections = (config: NetworkUse, environment: Environment): Connection[] => [
  ...listServers(config),
  ...listDestinations(config),
  ...listExternal(config, environment),
]

/** Whether others could read or change what passes over a connection. */
export const isExposed = (connection: Connection, config: NetworkUse): boolean =>
  isPlain(connection) && !isProtected(connection, config)

const isPlain = ({ host, isEncrypted }: Connection) => !isEncrypted && !isLocal(host)

/** Loopback, or a Unix socket. */
const isLocal = (host: string) => isLoopback(host) || host.startsWith('/')

/**
 * Containers and pods listen on every address, which their network limits; a tunnel (WireGuard, IPsec) has an address of its
 * own. Containers of one machine know each other by names of one label; a private address can be that of another machine.
 */
function isProtected({ name, host }: Connection, { NETWORK_PROTECTION: protection }: NetworkUse): boolean {
  const isPod = /HOST$/.test(name) && isEveryAddress(host)
  if (protection === 'same-machine') return isPod || isContainerName(host)
  if (protection === 'service-mesh') return isPod || isPrivateHost(host)
  return protection !== undefined && isPrivateHost(host)
}

function listServers(config: NetworkUse): Connection[] {
  const { HOST, METRICS_PORT, METRICS_HOST, TLS_CERTIFICATE_FILE } = config
  const isEncrypted = TLS_CERTIFICATE_FILE !== undefined
  const metrics = METRICS_PORT === undefined ? undefined : METRICS_HOST
  return [
    { name: 'HOST', host: HOST, isEncrypted },
    ...(metrics ? [{ name: 'METRICS_HOST', host: metrics, isEncrypted }] : []),
  ]
}

function listDestinations(config: NetworkUse): Connection[] {
  const { AUDIT_STREAM_URL, SMTP_URL } = config
  const stream = AUDIT_STREAM_URL === undefined ? undefined : parseStreamAddress(AUDIT_STREAM_URL)
  return [
    ...(['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const).flatMap((name) =>
      describeServers(config[name]).map((server) => ({ name, ...server })),
    ),
    ...(SMTP_URL
      ? [{ name: 'SMTP_URL', host: new URL(SMTP_URL).hostname, isEncrypted: isMailVerified(SMTP_URL) }]
      : []),
    ...(stream?.kind === 'syslog'
      ? [{ name: 'AUDIT_STREAM_URL', host: stream.host, isEncrypted: stream.isTls }]
      : []),
    ...describeWeb('DOCUMENTS_URL', config.DOCUMENTS_URL?.endpoint),
    ...describeWeb('GEOCODER_URL', config.GEOCODER_URL),
  ]
}

/** Connections of libraries that read their variables themselves. */
function listExternal({ DOCUMENTS_URL }: NetworkUse, environment: Environment): Connection[] {
  const name = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((each) => environment[each])
  const hasOther = name !== undefined && DOCUMENTS_URL !== undefined && !DOCUMENTS_URL.endpoint
  return [...(hasOther ? describeWeb(name, environment[name]) : []), ...listExporters(environment)]
}

/** The library for OpenID Connect rejects http, also in a protected network. */
const listIssuers = ({ OIDC_ISSUER, OIDC_PROVIDERS = [] }: NetworkUse) => [
  ...describeWeb('OIDC_ISSUER', OIDC_ISSUER),
  ...OIDC_PROVIDERS.flatMap(({ settings }) => describeWeb('OIDC_PROVIDERS', settings.OIDC_ISSUER)),
]

function describeWeb(name: string, address: string | undefined): Connection[] {
  if (!address || !URL.canParse(address)) return []
  const { protocol, hostname } = new URL(address)
  return [{ name, host: hostname, isEncrypted: protocol === 'https:' }]
}
