import { now, timeAgo } from '../contract/clock.ts'
import { isAddress } from '../contract/mail-address.ts'
import { type Database, execute, type Sql, sql } from '../db/database.ts'
import type { CleanupJob } from '../jobs/cleanup.ts'

/** An email written by a feature: one recipient, and the same content as both plain text and HTML. */
export type Mail = {
  to: string
  /** The reply address, if it is not the configured sender. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
}

const longestSubject = 200

/**
 * Adds an email to the outbox. Call it in the transaction that causes the email, so that it is sent only if
 * that transaction commits. Throws unless the recipient and the reply address, if any, are one address
 * each.
 */
export async function addToOutbox(db: Database, { to, replyTo, subject, text, html }: Mail) {
  if (!isAddress(to) || (replyTo !== undefined && !isAddress(replyTo)))
    throw new Error('A mail goes to one address.')
  await execute(
    db,
    sql`
    insert into outbox (recipient, reply_to, subject, body_text, body_html, made_at, due_at)
    values (${to}, ${replyTo ?? null}, ${oneLine(subject)}, ${text}, ${html}, ${now()}, ${now()})`,
  )
}

/** A subject is one line, whatever name a user enters. */
const oneLine = (subject: string) =>
  subject
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed()

const retentionMs = 30 * 24 * 60 * 60_000

/** SQL condition: whether an email in the outbox is still waiting or was written within the last thirty days. */
export const isRetained = (): Sql =>
  sql`(made_at >= ${timeAgo(retentionMs)} or sent_at is null and given_up_at is null)`

export const mailCleanup: CleanupJob[] = [
  { name: 'outbox', statements: () => [sql`delete from outbox where not ${isRetained()}`] },
]
