import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { json } from 'node:stream/consumers'
import { connect, TLSSocket } from 'node:tls'
import { z } from 'zod'
import { createStreamTransport, type StreamConfig } from '../audit-stream/stream-transport.ts'
import { sleep } from '../concurrency/sleep.ts'
import { isLoopback } from '../config/host-ranges.ts'
import { readOwnCertificate } from '../config/network-settings.ts'
import type { Config } from '../config/settings.ts'
import { dayMs, now } from '../contract/clock.ts'
import { describeFailure } from '../http/post-webhook.ts'
import { isMailVerified } from '../mail/mail-settings.ts'
import { classifySmtpError, verifyMailServer } from '../mail/mail-transport.ts'
import { messages } from './doctor-messages.ts'
import { failed, type Outcome, ok, warning } from './doctor-report.ts'

const responseTimeoutMs = 10_000
const renewalDays = 21

/** Connects and logs in to the mail server, without sending anything. */
export async function checkMailServer({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): Promise<Outcome> {
  if (!SMTP_URL) return ok(messages.mailbox)
  const failure = await verifyMailServer(SMTP_URL, responseTimeoutMs).then(
    () => undefined,
    (error: unknown) => classifySmtpError(error).words,
  )
  if (failure) return failed(messages.mailFailed(failure), messages.mailAdvice)
  const isPrivate = isMailVerified(SMTP_URL) || isLoopback(new URL(SMTP_URL).hostname)
  return isPrivate ? ok(messages.mailFine) : warning(messages.mailPlain, messages.mailPlainAdvice)
}

/** Connects to the receiver of audit entries without sending any: an empty connection, or an empty, signed message. */
export async function checkAuditStream(config: StreamConfig): Promise<Outcome> {
  const failure = await createStreamTransport(
    config,
    responseTimeoutMs,
  )?.([]).then(
    () => undefined,
    (error: unknown) => describeFailure(error),
  )
  return failure
    ? failed(messages.streamFailed(failure), messages.streamAdvice(failure))
    : ok(messages.streamFine)
}

/** Checks the certificate at the public address, and until when it is valid. */
export async function checkCertificate({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Promise<Outcome> {
  if (!PUBLIC_URL?.startsWith('https:')) return ok(messages.noCertificate)
  const { hostname, port } = new URL(PUBLIC_URL)
  const host = hostname.replace(/^\[|\]$/g, '')
  // Nothing is sent over this connection: an untrusted certificate is reported, not accepted.
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    timeout: responseTimeoutMs,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  })
  socket.once('timeout', () =>
    socket.destroy(Object.assign(new Error('No response.'), { code: 'ETIMEDOUT' })),
  )
  try {
    await once(socket, 'secureConnect')
    return judgeCertificate(host, describePeer(socket))
  } catch (error) {
    const { code = 'no response' } = error as NodeJS.ErrnoException
    return warning(messages.unreachable(host, code), messages.unreachableAdvice)
  } finally {
    socket.destroy()
  }
}

type Certificate = { validTo: Date; fault: string | undefined }

function describePeer(socket: TLSSocket): Certificate {
  // The type says Error, but Node.js sets its code.
  const fault = socket.authorizationError ? String(socket.authorizationError) : undefined
  return { validTo: new Date(socket.getPeerCertificate().valid_to), fault }
}

export function judgeCertificate(
  host: string,
  { validTo, fault }: Certificate,
  warningDays = renewalDays,
): Outcome {
  const days = Math.floor((validTo.getTime() - now().getTime()) / dayMs)
  if (days < 0) return failed(messages.certificateExpired(host), messages.certificateAdvice)
  if (fault) return failed(messages.certificateUntrusted(host, fault), messages.untrustedAdvice)
  if (days < warningDays) return warning(messages.certificateEnds(host, days), messages.certificateAdvice)
  return ok(messages.certificateFine(host, days))
}

const problem = z.object({ detail: z.string() })

const waitMs = 1_000

/** This user need not be able to read the key. */
type OwnServer = Pick<Config, 'HOST' | 'PORT'> & Partial<Pick<Config, 'TLS_CERTIFICATE_FILE'>>

/** Waits until the portal on this machine is ready, but not longer than this. */
export async function waitForPortal(config: OwnServer, seconds: number) {
  const end = performance.now() + seconds * 1000
  while (performance.now() < end && (await askPortal(config)).response?.status !== 200)
    await sleep(waitMs, new AbortController().signal)
}

/**
 * Asks the portal on this machine whether it is ready, and judges its own certificate if it has one. After a wait for a portal
 * that starts, one that does not respond is a failure: it can still be preparing.
 */
export async function checkPortal(config: OwnServer, hasWaited = false): Promise<Outcome> {
  const { address, certificate, response } = await askPortal(config)
  if (!response)
    return (hasWaited ? failed : warning)(messages.portalAway(address), messages.portalAwayAdvice)
  if (response.fingerprint !== certificate?.fingerprint256)
    return failed(messages.otherCertificate, messages.otherCertificateAdvice)
  if (response.status !== 200) {
    const { data } = problem.safeParse(response.body)
    return failed(messages.portalWaits(data?.detail ?? String(response.status)), messages.portalWaitsAdvice)
  }
  const judged = certificate && judgeOwnCertificate(certificate)
  return judged && judged.status !== 'ok' ? judged : ok(messages.portalReady(address))
}

async function askPortal({ HOST, PORT, TLS_CERTIFICATE_FILE }: OwnServer) {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  const certificate = readOwnCertificate(TLS_CERTIFICATE_FILE)
  const address = `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${PORT}`
  const response = await fetchReadiness(address).catch(() => undefined)
  return { address, certificate, response }
}

/** The certificate need not be for this address, nor from a public authority: it is compared with its file. */
async function fetchReadiness(address: string) {
  const options = { agent: false, signal: AbortSignal.timeout(responseTimeoutMs) }
  const url = `${address}/readyz`
  const sent = address.startsWith('https:')
    ? requestTls(url, { ...options, rejectUnauthorized: false })
    : request(url, options)
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage]
  const { socket, statusCode: status } = response
  const fingerprint =
    socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.fingerprint256 : undefined
  return { status, fingerprint, body: await json(response).catch(() => undefined) }
}

/** A certificate that is valid for a short time is renewed later than others. */
function judgeOwnCertificate({ validFromDate, validToDate }: X509Certificate): Outcome {
  const lifetimeDays = (validToDate.getTime() - validFromDate.getTime()) / dayMs
  const certificate = { validTo: validToDate, fault: undefined }
  return judgeCertificate('TLS_CERTIFICATE_FILE', certificate, Math.min(renewalDays, lifetimeDays / 5))
}
