import { isLoopback } from '../config/host-ranges.ts'
import { count, mailSender, mailServer, secret, setting } from '../config/setting-schemas.ts'

/** Mail delivery and the limits on mail that visitors can trigger. */
export const mailSettings = {
  SMTP_URL: secret(
    mailServer.optional(),
    'a mailbox in the portal, for development',
    'Mail server that the portal sends email through',
    'smtp://portal:secret@mail.example.com:587?requireTLS=true',
  ),
  MAIL_FROM: setting(
    mailSender.optional(),
    'COMPANY_NAME and SERVICE_EMAIL',
    "Sender of the portal's email",
    'Acme Assistance <portal@example.com>',
  ),
  MAILS_PER_RECIPIENT: setting(
    count().default(10),
    '10',
    'Emails with selected providers to one address per day',
    '5',
  ),
  MAIL_LIMIT_PER_VISITOR: setting(
    count().default(100),
    '100',
    'Emails with selected providers, and feedback, from one visitor per day',
    '50',
  ),
  CAPTCHA_MAX_ITERATIONS: setting(
    count(1_000_000).default(3000),
    '3000',
    "Maximum attempts of a visitor's computer to solve the feedback captcha; 3000 take a desktop about a second",
    '10000',
  ),
  MAIL_LIMIT_PER_DAY: setting(
    count().default(2000),
    '2000',
    'Emails with selected providers per day, in total',
    '500',
  ),
}

/** Whether mail travels encrypted: over TLS from the first byte, or over STARTTLS, unless the address turns it off. */
export function isMailEncrypted(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  const wish = searchParams.get('requireTLS')
  const isRenounced = wish === 'false' || searchParams.get('ignoreTLS') === 'true'
  return protocol === 'smtps:' || wish === 'true' || (!isRenounced && !isLoopback(hostname))
}

/** Whether mail travels encrypted to a server whose certificate is verified, with TLS 1.2 or newer. */
export function isMailVerified(url: string): boolean {
  const { searchParams } = new URL(url)
  const isUnverified = (searchParams.get('tls.rejectUnauthorized') ?? 'true') !== 'true'
  const isOld = /^TLSv1(\.1)?$/.test(searchParams.get('tls.minVersion') ?? '')
  return isMailEncrypted(url) && !isUnverified && !isOld
}
