import { z } from 'zod'
import { now } from '../../contract/clock.ts'
import { mailLine } from '../../contract.ts'
import { type Database, execute, queryRow, queryRows, sql } from '../database.ts'

const instant = z.date().transform((date) => date.toISOString())
const lineRow = mailLine.extend({ madeAt: instant, dueAt: instant })
const mailRow = lineRow.extend({ replyTo: z.string().nullable(), text: z.string(), html: z.string() })

const line = sql`
  id, recipient as "to", subject, made_at as "madeAt", attempts, fault, due_at as "dueAt",
  case when sent_at is not null then 'sent' when given_up_at is not null then 'given up' else 'waiting' end as state`

/** The newest emails, at most a hundred. */
export const findNewestMail = (db: Database) =>
  queryRows(db, lineRow, sql`select ${line} from outbox order by made_at desc, id limit 100`)

/** Mail that has failed at least once and has not been sent, newest first, at most a thousand. */
export const findUndeliveredMail = (db: Database) =>
  queryRows(
    db,
    lineRow,
    sql`
    select ${line} from outbox
     where sent_at is null and fault is not null
     order by made_at desc, id
     limit 1000`,
  )

/** The complete email, or undefined if it does not exist. */
export const findMail = (db: Database, id: string) =>
  queryRow(
    db,
    mailRow,
    sql`select ${line}, reply_to as "replyTo", body_text as text, body_html as html from outbox where id = ${id}`,
  )

/** Makes an undelivered email due now, as if it were new. Returns whether it exists. */
export const scheduleNow = async (db: Database, id: string) =>
  (await execute(
    db,
    sql`
    update outbox set given_up_at = null, due_at = ${now()}, made_at = ${now()}, attempts = 0
     where id = ${id} and sent_at is null`,
  )) > 0
