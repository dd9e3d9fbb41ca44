import { createPrivateKey, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { messages } from './messages.ts'
import { host, onOff, port, setting, words } from './setting-schemas.ts'
import { readSmallFile } from './setting-values.ts'

const faults = messages.certificates

/** Where the portal listens and for which URLs, TLS of its own servers, and what protects the connections that have none. */
export const networkSettings = {
  PORT: setting(port.default(3000), '3000', 'Port of the portal', '8080'),
  HOST: setting(host.default('127.0.0.1'), '127.0.0.1', 'Address the portal listens on', '0.0.0.0'),
  METRICS_PORT: setting(port.optional(), 'off', 'Port of the Prometheus metrics', '9090'),
  METRICS_HOST: setting(
    host.default('127.0.0.1'),
    '127.0.0.1',
    'Address that METRICS_PORT listens on; anyone who can reach it can read the metrics',
    '0.0.0.0',
  ),
  TLS_CERTIFICATE_FILE: setting(
    words.optional(),
    'none: the portal serves HTTP',
    'File with the certificate, in PEM with its whole chain, of HTTPS at PORT and METRICS_PORT; the portal notices a renewed one within a minute',
    '/etc/portal/tls/fullchain.pem',
  ),
  TLS_KEY_FILE: setting(
    words.optional(),
    'none',
    'File with the private key of that certificate, in PEM without a password',
    '/etc/portal/tls/key.pem',
  ),
  NETWORK_PROTECTION: setting(
    z.enum(['wireguard', 'ipsec', 'service-mesh', 'same-machine'], faults.notProtection).optional(),
    'none: connections to other machines need TLS',
    'What encrypts connections without TLS between private addresses: wireguard, ipsec or service-mesh; same-machine if they never leave this machine, as between containers',
    'wireguard',
  ),
  SENSITIVE_URLS: setting(
    onOff.default(true),
    'on',
    'Serves GET /api/itn/pdf/{itn} and GET /api/_gc, whose URLs have the number of a bill, a ticket or an address; the pages use neither',
    'off',
  ),
}

export type NetworkConfig = {
  [Name in keyof typeof networkSettings]: z.output<(typeof networkSettings)[Name]['schema']>
}

/** A certificate with its chain and its key, in PEM. */
export type Certificate = { cert: string; key: string }

/** The files of the certificate cannot be used. The message names the variable, its fault and an example. */
export class CertificateError extends Error {
  override name = 'CertificateError'
}

type FileName = 'TLS_CERTIFICATE_FILE' | 'TLS_KEY_FILE'

/**
 * Reads the certificate of the portal's own servers; undefined if the settings name none. Throws `CertificateError` if a
 * file cannot be read, contains something else, or belongs to another certificate.
 */
export function readCertificate(config: Pick<NetworkConfig, FileName>): Certificate | undefined {
  const { TLS_CERTIFICATE_FILE: certificatePath, TLS_KEY_FILE: keyPath } = config
  if (!certificatePath && !keyPath) return undefined
  if (!certificatePath || !keyPath) throw new CertificateError(faults.half)
  const cert = readPem('TLS_CERTIFICATE_FILE', certificatePath)
  const key = readPem('TLS_KEY_FILE', keyPath)
  const certificate = parse('TLS_CERTIFICATE_FILE', certificatePath, () => new X509Certificate(cert))
  const privateKey = parse('TLS_KEY_FILE', keyPath, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) throw wrongFile('TLS_KEY_FILE', keyPath, faults.otherKey)
  return { cert, key }
}

/** Why the certificate cannot be used; undefined if it can, or if there is none. */
export function certificateError(config: Pick<NetworkConfig, FileName>): string | undefined {
  try {
    readCertificate(config)
    return undefined
  } catch (error) {
    if (error instanceof CertificateError) return error.message
    throw error
  }
}

function readPem(name: FileName, path: string): string {
  const { value, fault } = readSmallFile(name, path)
  if (value === undefined) throw new CertificateError(fault)
  return value
}

function parse<T>(name: FileName, path: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw wrongFile(name, path, name === 'TLS_KEY_FILE' ? faults.notKey : faults.notCertificate)
  }
}

const wrongFile = (name: FileName, path: string, fault: string) =>
  new CertificateError(messages.wrongSetting(name, `"${path}"`, fault, networkSettings[name].example))
