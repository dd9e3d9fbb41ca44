import { z } from 'zod'
import type { Log } from '../config/log.ts'
import { now, timeAgo } from '../contract/clock.ts'
import { isAddress } from '../contract/mail-address.ts'
import { type Database, execute, type Sql, sql } from '../db/database.ts'
import type { CleanupJob } from '../jobs/cleanup.ts'
import { type DeliveryQueue, deliverDueItems, deliveryPollMs } from '../jobs/deliver-due-items.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'
import type { BacklogSource } from '../jobs/read-backlog.ts'
import { classifySmtpError, type SendMail } from './mail-transport.ts'

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

const waitingMail = z.object({
  id: z.uuid(),
  recipient: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  madeAt: z.date(),
  attempts: z.number(),
})

/** Delivery of an email is abandoned after this long without success, as is usual between mail servers. */
const timeoutMs = 5 * 24 * 60 * 60_000

const mailQueue = (sendMail: SendMail, log: Log): DeliveryQueue<z.infer<typeof waitingMail>> => ({
  table: 'outbox',
  columns: sql`id, recipient, reply_to as "replyTo", subject, body_text as text, body_html as html,
               made_at as "madeAt", attempts`,
  row: waitingMail,
  order: sql`due_at`,
  deliver: sendMail,
  handleFailure: (err, { madeAt }, { at }) => {
    log.warn({ err }, 'smtp delivery failed')
    const { words, isFinal } = classifySmtpError(err)
    return { error: words, isGivenUp: isFinal || at.getTime() - madeAt.getTime() > timeoutMs }
  },
  recordAttempt: (fault) => sql`fault = ${fault}`,
})

/** Sends due mail, one at a time, until none is due or `stop` is aborted. Returns the number of attempts. */
export const sendDueMail = (
  db: Database,
  sendMail: SendMail,
  log: Log,
  stop?: AbortSignal,
): Promise<number> => deliverDueItems(db, mailQueue(sendMail, log), stop)

/** Sends mail while the portal runs. `stop` lets the current email finish. */
export const startMailWorker = (db: Database, sendMail: SendMail, log: Log): Worker =>
  startPollWorker({
    job: 'mail',
    intervalMs: deliveryPollMs,
    poll: (stopping) => sendDueMail(db, sendMail, log, stopping),
    log,
    failure: 'failed to read outbox',
  })

const retentionMs = 30 * 24 * 60 * 60_000

/** SQL condition: whether an email in the outbox is still waiting or was written within the last thirty days. */
export const retainedCondition = (): Sql =>
  sql`(made_at >= ${timeAgo(retentionMs)} or sent_at is null and given_up_at is null)`

export const mailCleanup: CleanupJob[] = [
  { name: 'outbox', statements: () => [sql`delete from outbox where not ${retainedCondition()}`] },
]

export const mailBacklog: BacklogSource = {
  queue: 'mail',
  items: sql`select made_at as since, given_up_at is not null as failed from outbox where sent_at is null`,
}
