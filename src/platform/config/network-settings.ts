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

/**
 * The files of the certificate cannot be used. The message names the variable, its fault and an example; the code, which the
 * log shows, the variable and the kind of fault.
 */
export class CertificateError extends Error {
  override name = 'CertificateError'
  code: string

  constructor(code: string, message: string | undefined) {
    super(message)
    this.code = code
  }
}

type FileName = 'TLS_CERTIFICATE_FILE' | 'TLS_KEY_FILE'

/**
 * Reads the certificate of the portal's own servers; undefined if the settings name none. Throws `CertificateError` if a
 * file cannot be read, contains something else, is damaged, belongs to another certificate, or lacks an issuer.
 */
export function readCertificate(config: Pick<NetworkConfig, FileName>): Certificate | undefined {
  const { TLS_CERTIFICATE_FILE: certificatePath, TLS_KEY_FILE: keyPath } = config
  if (!certificatePath && !keyPath) return undefined
  if (!certificatePath || !keyPath)
    throw new CertificateError(
      `${certificatePath ? 'TLS_KEY_FILE' : 'TLS_CERTIFICATE_FILE'} UNSET`,
      faults.half,
    )
  const certificateFile = openFile('TLS_CERTIFICATE_FILE', certificatePath)
  const keyFile = openFile('TLS_KEY_FILE', keyPath)
  const [cert, key] = [certificateFile.read(), keyFile.read()]
  const certificate = certificateFile.parse(() => new X509Certificate(cert), 'NO_CERTIFICATE')
  const privateKey = keyFile.parse(() => createPrivateKey(key), 'NO_KEY')
  if (!certificate.checkPrivateKey(privateKey)) throw keyFile.fault('OTHER_KEY', faults.otherKey)
  const chain = readChain(cert)
  if (!chain) throw certificateFile.fault('DAMAGED_CHAIN', faults.damagedChain)
  if (!isInOrder(chain)) throw certificateFile.fault('BROKEN_CHAIN', faults.brokenChain)
  return { cert, key }
}

/** The certificate itself, without its key; undefined if the settings name none. Throws `CertificateError`. */
export function readOwnCertificate(path: string | undefined): X509Certificate | undefined {
  if (!path) return undefined
  const file = openFile('TLS_CERTIFICATE_FILE', path)
  const pem = file.read()
  return file.parse(() => new X509Certificate(pem), 'NO_CERTIFICATE')
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

function openFile(name: FileName, path: string) {
  const fault = (code: string, text: string) =>
    new CertificateError(
      `${name} ${code}`,
      messages.wrongSetting(name, `"${path}"`, text, networkSettings[name].example),
    )
  return {
    fault,
    read(): string {
      const { value, fault, code } = readSmallFile(name, path)
      if (value === undefined) throw new CertificateError(`${name} ${code}`, fault)
      return value
    },
    parse<T>(parse: () => T, code: 'NO_CERTIFICATE' | 'NO_KEY'): T {
      try {
        return parse()
      } catch {
        throw fault(code, code === 'NO_KEY' ? faults.notKey : faults.notCertificate)
      }
    },
  }
}

/** Whole blocks of PEM: certificates, and what else may be in the same file. */
const certificateBlock = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^-]*-----END \1-----/g
const otherBlock = /-----BEGIN ((?:\w+ )*PRIVATE KEY|(?:EC|DH) PARAMETERS)-----[^-]*-----END \1-----/g
/** Part of a block. Programs such as `openssl pkcs12` describe a certificate in lines before it, which have none of this. */
const fragment = /-{3}|^\s*[A-Za-z0-9+/]{40,}={0,2}\s*$/m

/**
 * The certificates of a chain; undefined if one is damaged. One whose first or last line is damaged would be left out without
 * an error.
 */
function readChain(pem: string): X509Certificate[] | undefined {
  if (fragment.test(pem.replace(certificateBlock, '').replace(otherBlock, ''))) return undefined
  try {
    return (pem.match(certificateBlock) ?? []).map((each) => new X509Certificate(each))
  } catch {
    return undefined
  }
}

/** Whether each certificate is followed by that of its issuer. Only a client knows whether it trusts the last one. */
const isInOrder = (chain: readonly X509Certificate[]): boolean =>
  chain.every((each, index) => {
    const issuer = chain[index + 1]
    return !issuer || (each.checkIssued(issuer) && each.verify(issuer.publicKey))
  })
