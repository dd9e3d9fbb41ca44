import { getSystemErrorName } from 'node:util'
import { z } from 'zod'
import { loadOnce } from '../concurrency/load-once.ts'
import { messages } from '../config/messages.ts'
import { isProduction } from '../config/production-rules.ts'
import { type Config, InvalidSettingsError } from '../config/settings.ts'
import { isMailEncrypted } from './mail-settings.ts'

const responseTimeoutMs = 20_000

/** An email to send; its id becomes the Message-ID. */
type OutgoingMail = {
  id: string
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  madeAt: Date
}

/** Delivers an email, or throws. */
export type SendMail = (mail: OutgoingMail) => Promise<void>

/** The sender of the portal's mail: `MAIL_FROM`, or the service address under the company's name. */
export const mailSender = ({ MAIL_FROM, COMPANY_NAME, SERVICE_EMAIL }: Config) => ({
  name: MAIL_FROM?.name ?? COMPANY_NAME,
  address: MAIL_FROM?.address ?? SERVICE_EMAIL,
})

/**
 * Delivers to the configured mail server, or without one to the development mailbox, which production does
 * not allow.
 */
export function createMailTransport(config: Config, waitMs = responseTimeoutMs): SendMail {
  if (config.SMTP_URL) return smtpCarrier(config, config.SMTP_URL, waitMs)
  if (isProduction(config)) throw new InvalidSettingsError(messages.production.noMailServer)
  return async () => {}
}

/**
 * One connection per email. Recipient and sender travel in the envelope and as address objects, never as text
 * to be parsed, so user input cannot add a recipient or a header.
 */
function smtpCarrier(config: Config, url: string, waitMs: number): SendMail {
  const findTransport = loadOnce(() => openTransport(url, waitMs))
  const from = mailSender(config)
  const host = from.address.slice(from.address.indexOf('@') + 1)
  return async ({ id, recipient, replyTo, subject, text, html, madeAt }) => {
    const transport = await findTransport()
    await transport.sendMail({
      messageId: `<${id}@${host}>`,
      date: madeAt,
      envelope: { from: from.address, to: [recipient] },
      from,
      to: { name: '', address: recipient },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  }
}

/** Loads the library with the first email: 40 modules that the portal's start does not need. */
async function openTransport(url: string, waitMs: number) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS: isMailEncrypted(url),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and logs in to a mail server without sending anything. Throws if that fails. */
export async function verifyMailServer(url: string, waitMs: number) {
  const transport = await openTransport(url, waitMs)
  await transport.verify().finally(() => transport.close())
}

/** Why a delivery failed: a code without server text, and whether a retry is useless. */
type DeliveryError = { words: string; isFinal: boolean }

/** A nodemailer error; `command` is the step of the SMTP conversation that failed. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  /** The system's error number for a failed connection. */
  errno: z.number().int().negative().optional().catch(undefined),
})

/** Responses about the portal's own login (RFC 4954): the settings are wrong, not the email. */
const aboutSignIn: ReadonlySet<number> = new Set([530, 534, 535, 538])
/** nodemailer's codes for a rejected email, as opposed to a failed connection. */
const aboutMail: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Classifies a failed attempt: a 5xx about the email itself is permanent (RFC 5321, section 4.2.1);
 * everything else may be temporary.
 */
export function classifySmtpError(error: unknown): DeliveryError {
  const { data = {} } = failure.safeParse(error)
  const { code = 'unknown', command, responseCode, errno } = data as z.infer<typeof failure>
  const kind = errno === undefined ? code : getSystemErrorName(errno)
  const words = [responseCode ?? kind, command].filter((part) => part !== undefined).join(' ')
  const isFinal = aboutMail.has(code) && (responseCode ?? 500) >= 500 && !aboutSignIn.has(responseCode ?? 0)
  return { words, isFinal }
}
