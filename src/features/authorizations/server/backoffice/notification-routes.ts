import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller } from '#sign-in/server/staff-principal.ts'
import {
  listUndeliveredNotifications,
  sendNotificationAgain,
  undeliveredNotification,
} from '../../backoffice-contract.ts'
import { backofficeMessages } from '../../backoffice-messages.ts'
import type { AuthorizationDeps } from '../authorization-deps.ts'

/** The undelivered notifications to the back office, for internal staff, who can send them again. */
export function notificationRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  const { BACKOFFICE_WEBHOOK_URL: url } = config

  registerEndpoint(app, listUndeliveredNotifications, async (_input, request) => {
    const subject = 'decision notifications'
    await audit(db, { ...getCaller(request), action: 'listed undelivered notifications', subject })
    const notifications = await findUndelivered(db, { isOn: url !== undefined })
    return { host: url ? new URL(url).host : null, notifications }
  })

  registerEndpoint(app, sendNotificationAgain, ({ id }, request) =>
    inTransaction(db, async (transaction) => {
      if (!(await scheduleNow(transaction, id))) throw problem(404, backofficeMessages.notifications.unknown)
      await audit(transaction, { ...getCaller(request), action: 'sent a notification again', subject: id })
      return { state: 'waiting' as const }
    }),
  )
}

const instant = z.date().transform((date) => date.toISOString())
const row = undeliveredNotification.extend({
  createdAt: instant,
  attemptedAt: instant,
  dueAt: instant,
})

/** Notifications that have failed at least once and have not been sent, in feed order, at most a thousand. */
const findUndelivered = (db: Database, { isOn }: { isOn: boolean }) =>
  queryRows(
    db,
    row,
    sql`
    select id, position, created_at as "createdAt", attempts, error, attempted_at as "attemptedAt", due_at as "dueAt",
           case when given_up_at is not null then 'given up'
                when attempts = 0 and ${isOn} then 'sending'
                else 'waiting' end as state
      from decision_notification
     where sent_at is null and error is not null
     order by position
     limit 1000`,
  )

/** Makes an undelivered notification due now, and lets it have all its attempts again. Returns whether it exists. */
const scheduleNow = async (db: Database, id: string) =>
  (await execute(
    db,
    sql`
    update decision_notification set given_up_at = null, due_at = ${now()}, attempts = 0
     where id = ${id} and sent_at is null`,
  )) > 0
