import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isGranted } from '#clients/server/client-reports.ts'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { reportRun } from '../../contract.ts'
import { retentionMs } from '../report-limits.ts'
import { findAvailableReport } from '../reports.ts'

const ownRun = z.object({
  id: z.uuid(),
  code: z.string(),
  codes: z.array(z.string()),
  name: z.string(),
  first: z.string(),
  last: z.string(),
  state: reportRun.shape.state,
  rowsDone: z.number(),
  rows: z.number(),
  endedAt: z.date().nullable(),
})
export type OwnRun = z.infer<typeof ownRun>

const retainedSince = () => new Date(now().getTime() - retentionMs)

/**
 * Finds a run of the user for the current client. Throws 404 unless that client still has the report and the user may
 * still see all of it.
 */
export async function findOwnRun(scoped: Database, request: FastifyRequest, id: string): Promise<OwnRun> {
  const isId = z.uuid().safeParse(id).success
  const run = isId ? await queryRow(scoped, ownRun, ownRunsQuery(request, sql`r.id = ${id}`)) : undefined
  if (!run || !isAvailable(request, run)) throw problem(404, platform.notFound)
  return run
}

/** Lists the user's runs that are in progress or available, newest first. */
export async function listOwnRuns(scoped: Database, request: FastifyRequest): Promise<OwnRun[]> {
  const runs = await queryRows(
    scoped,
    ownRun,
    ownRunsQuery(request, sql`r.state in ('waiting', 'running', 'done')`),
  )
  return runs.filter((run) => isAvailable(request, run))
}

const isAvailable = (request: FastifyRequest, { code }: OwnRun) =>
  findAvailableReport(clientOf(request).features, code) !== undefined

function ownRunsQuery(request: FastifyRequest, condition: Sql): Sql {
  const { id: clientId, codes } = clientOf(request)
  return sql`
    select r.id, r.report_code as code, r.client_codes as codes, r.name, r.first_day as first, r.last_day as last,
           r.state, r.rows_done as "rowsDone", r.rows, r.ended_at as "endedAt"
      from report_run r
     where ${condition}
       and r.user_id = ${getStaffPrincipal(request).userId} and r.client_id = ${clientId}
       and ${isGranted(sql`r.client_id`, sql`r.report_code`)}
       and r.client_codes <@ ${[...codes]}::text[]
       and (r.ended_at is null or r.ended_at >= ${retainedSince()})
     order by r.ordered_at desc, r.id`
}
