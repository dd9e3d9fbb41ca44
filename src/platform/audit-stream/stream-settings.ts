import { z } from 'zod'
import { messages } from '../config/messages.ts'
import { host, secret } from '../config/setting-schemas.ts'
import { webhookAddress, webhookSecrets } from '../config/webhook-settings.ts'

const faults = messages.settingFaults

/** Where the entries of the audit trail go. */
export type StreamAddress =
  | { kind: 'syslog'; isTls: boolean; host: string; port: number }
  | { kind: 'webhook' }

const syslogPorts: Readonly<Record<string, number>> = { 'syslog+tls:': 6514, 'syslog+tcp:': 601 }

/** Parses an address; undefined if it has more than a host and a port, or another protocol. */
export function parseStreamAddress(text: string): StreamAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol === 'https:' || protocol === 'http:') return { kind: 'webhook' }
  const usualPort = syslogPorts[protocol]
  const bare = hostname.replace(/^\[|\]$/g, '')
  const rest = username + password + pathname.replace(/^\/$/, '') + search + hash
  if (usualPort === undefined || rest !== '' || port === '0' || !host.safeParse(bare).success)
    return undefined
  return {
    kind: 'syslog',
    isTls: protocol === 'syslog+tls:',
    host: bare,
    port: Number(port || usualPort),
  }
}

const streamAddress = z.string().superRefine((text, context) => {
  const address = parseStreamAddress(text)
  if (!address) return context.addIssue({ code: 'custom', message: faults.notStreamAddress })
  if (address.kind === 'webhook' && !webhookAddress.safeParse(text).success)
    context.addIssue({ code: 'custom', message: faults.notWebhookAddress })
})

/** The stream of the audit trail to a log receiver. */
export const streamSettings = {
  AUDIT_STREAM_URL: secret(
    streamAddress.optional(),
    'off',
    'Receiver of every audit entry: syslog+tls://, syslog+tcp:// or the https:// address of a webhook',
    'syslog+tls://logs.example.com:6514',
  ),
  AUDIT_STREAM_SECRET: secret(
    webhookSecrets.optional(),
    'none',
    'Secret that signs entries for a webhook; during a rotation, two separated by a comma',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ),
}

type StreamConfig = { AUDIT_STREAM_URL?: string | undefined; AUDIT_STREAM_SECRET?: unknown }

/** Returns what is wrong with the combination of settings; undefined if nothing is. */
export const streamError = ({ AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET: secrets }: StreamConfig) =>
  url && parseStreamAddress(url)?.kind === 'webhook' && !secrets ? messages.streamWithoutSecret : undefined
