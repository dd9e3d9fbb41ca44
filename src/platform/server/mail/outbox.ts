import { now } from '../../contract/clock.ts'
import { isAddress } from '../../contract/mail-address.ts'
import { type Database, execute, sql } from '../database.ts'

/** A mail as a feature writes it: one recipient, the same in plain words and as HTML. */
export type Mail = {
  to: string
  /** Whom an answer goes to, where that is not the sender of the settings. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
}

const longestSubject = 200

/**
 * Puts a mail into the outbox. Call it in the transaction of what causes it: then it is sent if that happened, and
 * only then. Throws where an address is not exactly one.
 */
export async function putInOutbox(db: Database, { to, replyTo, subject, text, html }: Mail) {
  if (!isAddress(to) || (replyTo !== undefined && !isAddress(replyTo)))
    throw new Error('A mail goes to one address.')
  await execute(
    db,
    sql`
    insert into outbox (recipient, reply_to, subject, body_text, body_html, made_at, due_at)
    values (${to}, ${replyTo ?? null}, ${oneLine(subject)}, ${text}, ${html}, ${now()}, ${now()})`,
  )
}

/** A subject is one line, whatever somebody calls himself. */
const oneLine = (subject: string) =>
  subject
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed()
