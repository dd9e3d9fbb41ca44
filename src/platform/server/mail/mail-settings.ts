import { count, mailSender, mailServer } from '../setting-schemas.ts'
import { setting } from '../setting-types.ts'

/** Mail delivery and the limits on mail that visitors can trigger. */
export const mailSettings = {
  SMTP_URL: setting(
    mailServer.optional(),
    'a mailbox in the portal, for development',
    'Mail server that the portal sends through',
    'smtp://portal:secret@mail.example.com:587?requireTLS=true',
  ),
  MAIL_FROM: setting(
    mailSender.optional(),
    'COMPANY_NAME and SERVICE_EMAIL',
    'Whom the mail of the portal comes from',
    'Acme Assistance <portal@example.com>',
  ),
  MAILS_PER_RECIPIENT: setting(
    count().default(10),
    '10',
    'E-mails with selected providers to one address within a day',
    '5',
  ),
  MAIL_LIMIT_PER_VISITOR: setting(
    count().default(100),
    '100',
    'E-mails with selected providers, and feedback, from one visitor within a day',
    '50',
  ),
  CAPTCHA_MAX_ITERATIONS: setting(
    count(1_000_000).default(3000),
    '3000',
    "Tries that a visitor's computer makes at most to send feedback: 3000 are about a second of a desktop's",
    '10000',
  ),
  MAIL_LIMIT_PER_DAY: setting(
    count().default(2000),
    '2000',
    'E-mails with selected providers within a day in all',
    '500',
  ),
}
