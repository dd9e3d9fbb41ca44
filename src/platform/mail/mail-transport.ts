import { createTransport } from 'nodemailer'
import { messages } from '../config/messages.ts'
import { isProduction } from '../config/production-rules.ts'
import { type Config, InvalidSettingsError } from '../config/settings.ts'
import type { SendMail } from './mail-worker.ts'

const answerWithinMs = 20_000

/** The sender of the portal's mail: `MAIL_FROM`, or the service address under the company's name. */
export const mailSender = ({ MAIL_FROM, COMPANY_NAME, SERVICE_EMAIL }: Config) => ({
  name: MAIL_FROM?.name ?? COMPANY_NAME,
  address: MAIL_FROM?.address ?? SERVICE_EMAIL,
})

/**
 * Delivers to the configured mail server, or without one to the development mailbox, which production does
 * not allow.
 */
export function createMailTransport(config: Config, waitMs = answerWithinMs): SendMail {
  if (config.SMTP_URL) return smtpCarrier(config, config.SMTP_URL, waitMs)
  if (isProduction(config)) throw new InvalidSettingsError(messages.production.noMailServer)
  return async () => {}
}

/**
 * One connection per email. Recipient and sender travel in the envelope and as address objects, never as text
 * to be parsed, so user input cannot add a recipient or a header.
 */
function smtpCarrier(config: Config, url: string, waitMs: number): SendMail {
  const transport = createTransport({
    url,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = mailSender(config)
  const host = from.address.slice(from.address.indexOf('@') + 1)
  return async ({ id, recipient, replyTo, subject, text, html, madeAt }) => {
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
