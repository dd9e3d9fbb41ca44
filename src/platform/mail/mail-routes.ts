import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isProduction } from '../config/production-rules.ts'
import type { Config } from '../config/settings.ts'
import { now } from '../contract/clock.ts'
import { listMailbox, listUndeliveredMail, mailLine, readMail, sendMailAgain } from '../contract.ts'
import { audit } from '../db/audit.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '../db/database.ts'
import { problem } from '../http/problem.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { messages as mailMessages } from '../mail-messages.ts'
import { messages } from '../messages.ts'
import { mailSender } from './mail-transport.ts'
import { retainedCondition } from './outbox.ts'

type MailDeps = {
  db: Database
  config: Config
  /** Identifies the internal user of a request; provided by sign-in. */
  getActor(request: FastifyRequest): string
}

/** The outbox for internal staff: undelivered mail and, except in production, all mail. */
export function mailRoutes(app: FastifyInstance, { db, config, getActor }: MailDeps) {
  const entry = (action: string, subject: string, request: FastifyRequest) => ({
    actor: getActor(request),
    action,
    subject,
    address: request.ip,
    reference: request.id,
  })

  registerEndpoint(app, listUndeliveredMail, async (_input, request) => {
    await audit(db, entry('listed undelivered mail', 'outbox', request))
    return { mails: await findUndeliveredMail(db) }
  })

  registerEndpoint(app, sendMailAgain, ({ id }, request) =>
    inTransaction(db, async (transaction) => {
      if (!(await scheduleNow(transaction, id))) throw problem(404, mailMessages.unknown)
      await audit(transaction, entry('sent a mail again', id, request))
      return { state: 'waiting' as const }
    }),
  )

  registerEndpoint(app, listMailbox, async (_input, request) => {
    rejectMailbox(config)
    await audit(db, entry('listed mail', 'outbox', request))
    return { mails: await findNewestMail(db) }
  })

  registerEndpoint(app, readMail, async ({ id }, request) => {
    rejectMailbox(config)
    const mail = await findMail(db, id)
    if (!mail) throw problem(404, mailMessages.unknown)
    await audit(db, entry('read a mail', id, request))
    const { name, address } = mailSender(config)
    return { ...mail, from: `${name} <${address}>` }
  })
}

function rejectMailbox(config: Config) {
  if (isProduction(config)) throw problem(404, messages.notFound)
}

const instant = z.date().transform((date) => date.toISOString())
const lineRow = mailLine.extend({ madeAt: instant, dueAt: instant })
const mailRow = lineRow.extend({ replyTo: z.string().nullable(), text: z.string(), html: z.string() })

const line = sql`
  id, recipient as "to", subject, made_at as "madeAt", attempts, fault, due_at as "dueAt",
  case when sent_at is not null then 'sent' when given_up_at is not null then 'given up' else 'waiting' end as state`

/** The newest emails, at most a hundred. */
const findNewestMail = (db: Database) =>
  queryRows(
    db,
    lineRow,
    sql`select ${line} from outbox where ${retainedCondition()} order by made_at desc, id limit 100`,
  )

/** Mail that has failed at least once and has not been sent, newest first, at most a thousand. */
const findUndeliveredMail = (db: Database) =>
  queryRows(
    db,
    lineRow,
    sql`
    select ${line} from outbox
     where sent_at is null and fault is not null and ${retainedCondition()}
     order by made_at desc, id
     limit 1000`,
  )

/** The complete email, or undefined if it does not exist. */
const findMail = (db: Database, id: string) =>
  queryRow(
    db,
    mailRow,
    sql`select ${line}, reply_to as "replyTo", body_text as text, body_html as html from outbox
     where id = ${id} and ${retainedCondition()}`,
  )

/** Makes an undelivered email due now, as if it were new. Returns whether it exists. */
const scheduleNow = async (db: Database, id: string) =>
  (await execute(
    db,
    sql`
    update outbox set given_up_at = null, due_at = ${now()}, made_at = ${now()}, attempts = 0
     where id = ${id} and sent_at is null and ${retainedCondition()}`,
  )) > 0
