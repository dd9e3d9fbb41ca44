import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, rowOf, rowsOf, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { messages } from '../../messages.ts'
import { auditReport } from '../audit-report.ts'
import { mostRunsOfOne } from '../report-limits.ts'
import type { ReportOrder } from '../report-request.ts'
import { withAllRuns } from './run-queries.ts'

const unfinished = z.object({ id: z.uuid(), isSame: z.boolean() })

/** Where users see and cancel their large reports. */
const toLargeReports = { to: '/reports', label: messages.page.largeOnes } as const

/**
 * Creates a background run and returns its id. If the same report is already in progress, returns that run; too many
 * unfinished runs are rejected (429).
 */
export function orderRun(
  db: Database,
  request: FastifyRequest,
  order: ReportOrder & { rows: number },
): Promise<string> {
  const { report, scope, asked, rows, title } = order
  const { first, last } = title.period
  const { userId } = getStaffPrincipal(request)
  const client = clientOf(request).id
  return withAllRuns(db, async (transaction) => {
    await execute(transaction, sql`select from staff_user where id = ${userId} for update`)
    const theirs = await rowsOf(
      transaction,
      unfinished,
      sql`
      select id, client_id = ${client} and client_codes = ${[...scope]}::text[] and report_code = ${report.code}
                 and first_day = ${first}::date and last_day = ${last}::date as "isSame"
        from report_run
       where user_id = ${userId} and state in ('waiting', 'running')`,
    )
    const same = theirs.find(({ isSame }) => isSame)
    if (same) return same.id
    if (theirs.length >= mostRunsOfOne)
      throw problem(429, messages.tooManyRuns(mostRunsOfOne), { retryAfter: 30 }, toLargeReports)
    const told = { code: report.code, scope, first, last, rows, asked }
    await auditReport(transaction, request, 'report ordered', told)
    const run = await rowOf(
      transaction,
      z.object({ id: z.uuid() }),
      sql`
      insert into report_run (user_id, client_id, client_codes, report_code, name, first_day, last_day, rows, ordered_at)
      values (${userId}, ${client}, ${[...scope]}, ${report.code}, ${title.report}, ${first}, ${last}, ${rows}, ${now()})
      returning id`,
    )
    if (!run) throw new Error('A report that was ordered has no run.')
    return run.id
  })
}
