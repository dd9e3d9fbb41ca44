import type { Server } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import type { Log } from '../config/log.ts'
import { type Certificate, type NetworkConfig, readCertificate } from '../config/network-settings.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'

/** The protocols and suites that nginx offers in deploy/nginx.conf; without names of TLS 1.3, that would have none. */
const protection = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const

export type TlsOptions = Certificate & typeof protection
type Files = Pick<NetworkConfig, 'TLS_CERTIFICATE_FILE' | 'TLS_KEY_FILE'>

/** The options of a server with the certificate in the settings; undefined without one. Throws `CertificateError`. */
export function readTlsOptions(files: Files): TlsOptions | undefined {
  const certificate = readCertificate(files)
  return certificate && { ...certificate, ...protection }
}

type Renewal = {
  files: Files
  /** Those without TLS are left alone. */
  servers: readonly (Server | TlsServer)[]
  log: Log
  intervalMs?: number
}

const usualIntervalMs = 60_000

/**
 * Reads the certificate again at intervals, and lets new connections have a renewed one. While its files are damaged, or
 * only one of them is new, the servers keep the one they have.
 */
export function startCertificateRenewal({
  files,
  servers,
  log,
  intervalMs = usualIntervalMs,
}: Renewal): Worker {
  let current: string | undefined
  const poll = async () => {
    const options = readTlsOptions(files)
    const found = JSON.stringify(options)
    if (!options || found === current) return
    for (const server of servers) if ('setSecureContext' in server) server.setSecureContext(options)
    if (current !== undefined) log.info('certificate renewed')
    current = found
  }
  return startPollWorker({ intervalMs, poll, log, failure: 'reading the certificate failed' })
}
