import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { messages } from '../../messages.ts'
import { auditReport } from '../audit-report.ts'
import { maxUnfinishedRunsPerUser } from '../report-limits.ts'
import type { ReportRequest } from '../report-request.ts'
import { withAllRuns } from './run-queries.ts'

const unfinished = z.object({ id: z.uuid(), isSame: z.boolean() })

/** Where users see and cancel their large reports. */
const toLargeReports = { to: '/reports', label: messages.page.largeReports } as const

/**
 * Creates a background run and returns its ID. If the same report is already in progress, returns the ID of that run.
 * Throws 429 if the user has too many unfinished runs.
 */
export function createRun(
  db: Database,
  request: FastifyRequest,
  order: ReportRequest & { rows: number },
): Promise<string> {
  const { report, scope, requestedCodes, rows, title } = order
  const { first, last } = title.period
  const { userId } = getStaffPrincipal(request)
  const client = clientOf(request).id
  return withAllRuns(db, async (transaction) => {
    await execute(transaction, sql`select from staff_user where id = ${userId} for update`)
    const unfinishedRuns = await queryRows(
      transaction,
      unfinished,
      sql`
      select id, client_id = ${client} and client_codes = ${[...scope]}::text[] and report_code = ${report.code}
                 and first_day = ${first}::date and last_day = ${last}::date as "isSame"
        from report_run
       where user_id = ${userId} and state in ('waiting', 'running')`,
    )
    const same = unfinishedRuns.find(({ isSame }) => isSame)
    if (same) return same.id
    if (unfinishedRuns.length >= maxUnfinishedRunsPerUser)
      throw problem(429, messages.tooManyRuns(maxUnfinishedRunsPerUser), { retryAfter: 30 }, toLargeReports)
    const detail = { code: report.code, scope, first, last, rows, requestedCodes }
    await auditReport(transaction, request, 'report ordered', detail)
    const run = await queryRow(
      transaction,
      z.object({ id: z.uuid() }),
      sql`
      insert into report_run (user_id, client_id, client_codes, report_code, name, first_day, last_day, rows, ordered_at)
      values (${userId}, ${client}, ${[...scope]}, ${report.code}, ${title.report}, ${first}, ${last}, ${rows}, ${now()})
      returning id`,
    )
    if (!run) throw new Error('The report run was not stored.')
    return run.id
  })
}
