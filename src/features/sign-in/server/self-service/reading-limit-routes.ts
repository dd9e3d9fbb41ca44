import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import { z } from 'zod'
import { hourMs, now, timeAgo } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { readInTime } from '#platform/http/monitoring-routes.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { confirmReading } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { getCaller, getStaffPrincipal } from '../staff-principal.ts'

/** The endpoint with which a person who exceeded the limit says why they need to go on, and the metric of alerts. */
export function readingLimitRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, confirmReading, ({ reason }, request) =>
    inTransaction(db, async (transaction) => {
      const { userId } = getStaffPrincipal(request)
      const confirmed = await execute(
        transaction,
        sql`
        update reading_alert set confirmed_at = ${now()}, reason = ${reason}
         where user_id = ${userId} and confirmed_at is null and raised_at > ${timeAgo(hourMs)}`,
      )
      if (confirmed === 0) throw problem(404, messages.readingLimit.none)
      const subject = userId
      const entry = { ...getCaller(request), action: 'reading limit confirmed', subject, detail: { reason } }
      await audit(transaction, entry)
      return { confirmed }
    }),
  )

  new Gauge({
    name: 'portal_reading_alerts',
    help: 'Alerts in the last hour about people who read more than the limit of their role',
    registers: [app.metrics],
    async collect() {
      const query = sql`select count(*)::int as alerts from reading_alert where raised_at > ${timeAgo(hourMs)}`
      const found = await readInTime(queryRow(db, z.object({ alerts: z.number() }), query))
      if (found) this.set(found.alerts)
      else this.remove()
    },
  })
}
