import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import type { StreamRecord } from './stream-records.ts'

type Receiver = { isTls: boolean; host: string; port: number }

/** Long enough for a batch; a shutdown waits 17 seconds. */
const batchTimeoutMs = 15_000
/** By then, a receiver that is about to close the connection without reading what was sent has closed it. */
const settleMs = 100

/**
 * Sends bytes over a new connection, closes its side, and waits until the receiver closes the other, which it does once
 * it has read everything. Syslog has no other acknowledgment. Throws if the receiver closes first or takes too long.
 */
export async function sendSyslog({ isTls, host, port }: Receiver, bytes: string, timeoutMs = batchTimeoutMs) {
  const timeout = AbortSignal.timeout(timeoutMs)
  const socket: Socket = isTls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connectPlain({ host, port })
  addAbortSignal(timeout, socket)
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect')
    await sendAndEnd(socket, bytes)
  } catch (error) {
    throw timeout.aborted ? timeout.reason : error
  } finally {
    socket.destroy()
  }
}

async function sendAndEnd(socket: Socket, bytes: string) {
  const closed = finished(socket)
  closed.catch(() => {})
  let isSent = false
  socket.once('end', () => {
    if (!isSent) socket.destroy(new ClosedEarlyError())
  })
  socket.resume()
  if (bytes !== '') await promisify((done: (error?: Error | null) => void) => socket.write(bytes, done))()
  await Promise.race([closed, once(AbortSignal.timeout(settleMs), 'abort')])
  isSent = true
  socket.end()
  await closed
}

class ClosedEarlyError extends Error {
  override name = 'ClosedEarlyError'
  readonly code = 'CLOSED_EARLY'
}

/** Facility 13 (log audit), severity 6 (informational): RFC 5424, section 6.2.1. */
const priority = 13 * 8 + 6

/** 32473 is the enterprise number reserved for documentation (RFC 5612): the portal has none of its own. */
const structuredDataId = 'entry@32473'

/** An entry as a message of RFC 5424, after its length in bytes (RFC 6587, section 3.4.1, and RFC 5425). */
export function frameSyslogMessage(record: StreamRecord, hostname: string): string {
  const { position, hash, at, entry, json } = record
  const { actor, action, subject, client } = entry ?? {}
  const parameters = Object.entries({ number: String(position), hash, action, actor, subject, client })
    .filter(([_name, value]) => value !== undefined && value !== null)
    .map(([name, value]) => ` ${name}="${escapeValue(value ?? '')}"`)
    .join('')
  const message = `<${priority}>1 ${at.toISOString()} ${formatHostname(hostname)} portal - audit [${structuredDataId}${parameters}] ${json}`
  return `${Buffer.byteLength(message)} ${message}`
}

/** Control characters become spaces, because receivers write each message on one line; the JSON has the exact value. */
const escapeValue = (value: string) => value.replace(/\p{Cc}/gu, ' ').replace(/["\\\]]/g, '\\$&')

const formatHostname = (name: string) => name.replace(/[^!-~]/g, '').slice(0, 255) || '-'
