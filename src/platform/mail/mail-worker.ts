import { getSystemErrorName } from 'node:util'
import { z } from 'zod'
import type { Log } from '../config/log.ts'
import { now } from '../contract/clock.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '../db/database.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The delay after this many failed attempts: a minute, doubled each time, at most six hours. */
export const retryDelay = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), 6 * hour)

/** Delivery of an email is abandoned after this long without success, as is usual between mail servers. */
const timeoutMs = 5 * day
const pollMs = 1000

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
type WaitingMail = z.infer<typeof waitingMail>

/** Delivers an email, or throws. */
export type SendMail = (mail: WaitingMail) => Promise<void>

/** Sends due mail, one at a time, until none is due or `stop` is aborted. Returns the number of attempts. */
export async function sendDueMail(
  db: Database,
  sendMail: SendMail,
  log: Log,
  stop?: AbortSignal,
): Promise<number> {
  let tried = 0
  while (!stop?.aborted && (await sendNext(db, sendMail, log))) tried += 1
  return tried
}

/**
 * The row stays locked while its email is sent: other processes skip it, and it is free again if this one
 * dies.
 */
function sendNext(db: Database, sendMail: SendMail, log: Log): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const mail = await queryRow(
      transaction,
      waitingMail,
      sql`
      select id, recipient, reply_to as "replyTo", subject, body_text as text, body_html as html,
             made_at as "madeAt", attempts
        from outbox
       where sent_at is null and given_up_at is null and due_at <= ${now()}
       order by due_at
       limit 1
         for update skip locked`,
    )
    if (!mail) return false
    const error = await sendMail(mail).catch((caught: unknown) => caught ?? new Error())
    if (error) log.warn({ err: error }, 'smtp delivery failed')
    await (error ? markFailed(transaction, mail, classifySmtpError(error)) : markSent(transaction, mail))
    return true
  })
}

const markSent = (db: Database, { id }: WaitingMail) =>
  execute(
    db,
    sql`update outbox set sent_at = ${now()}, attempts = attempts + 1, fault = null where id = ${id}`,
  )

function markFailed(db: Database, mail: WaitingMail, { words, isFinal }: DeliveryError) {
  const attempts = mail.attempts + 1
  const at = now()
  const isGivenUp = isFinal || at.getTime() - mail.madeAt.getTime() > timeoutMs
  const dueAt = new Date(at.getTime() + retryDelay(attempts))
  return execute(
    db,
    sql`
    update outbox
       set attempts = ${attempts}, fault = ${words}, due_at = ${dueAt}, given_up_at = ${isGivenUp ? at : null}
     where id = ${mail.id}`,
  )
}

/** Sends mail while the portal runs. `stop` lets the current email finish. */
export const startMailWorker = (db: Database, sendMail: SendMail, log: Log): Worker =>
  startPollWorker({
    intervalMs: pollMs,
    poll: (stopping) => sendDueMail(db, sendMail, log, stopping),
    log,
    failure: 'failed to read outbox',
  })

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
const aboutSignIn = new Set([530, 534, 535, 538])
/** nodemailer's codes for a rejected email, as opposed to a failed connection. */
const aboutMail = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Classifies a failed attempt: a 5xx about the email itself is permanent (RFC 5321, section 4.2.1);
 * everything else may be temporary.
 */
function classifySmtpError(error: unknown): DeliveryError {
  const { data = {} } = failure.safeParse(error)
  const { code = 'unknown', command, responseCode, errno } = data as z.infer<typeof failure>
  const kind = errno === undefined ? code : getSystemErrorName(errno)
  const words = [responseCode ?? kind, command].filter((part) => part !== undefined).join(' ')
  const isFinal = aboutMail.has(code) && (responseCode ?? 500) >= 500 && !aboutSignIn.has(responseCode ?? 0)
  return { words, isFinal }
}
