import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isGranted } from '#clients/server/client-reports.ts'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { type Database, rowOf, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { reportRun } from '../../contract.ts'
import { keptMs } from '../report-limits.ts'
import { reportFor } from '../reports.ts'

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

const keptSince = () => new Date(now().getTime() - keptMs)

/**
 * The user's run for the current client, if that client still has the report and the user may still see all of it;
 * otherwise 404.
 */
export async function findOwnRun(scoped: Database, request: FastifyRequest, id: string): Promise<OwnRun> {
  const isId = z.uuid().safeParse(id).success
  const run = isId ? await rowOf(scoped, ownRun, ownRuns(request, sql`r.id = ${id}`)) : undefined
  if (!run || !isFor(request, run)) throw problem(404, platform.notFound)
  return run
}

/** The user's runs that are in progress or available, newest first. */
export async function openableRuns(scoped: Database, request: FastifyRequest): Promise<OwnRun[]> {
  const runs = await rowsOf(scoped, ownRun, ownRuns(request, sql`r.state in ('waiting', 'running', 'done')`))
  return runs.filter((run) => isFor(request, run))
}

const isFor = (request: FastifyRequest, { code }: OwnRun) =>
  reportFor(clientOf(request).features, code) !== undefined

function ownRuns(request: FastifyRequest, chosen: Sql): Sql {
  const { id: clientId, codes } = clientOf(request)
  return sql`
    select r.id, r.report_code as code, r.client_codes as codes, r.name, r.first_day as first, r.last_day as last,
           r.state, r.rows_done as "rowsDone", r.rows, r.ended_at as "endedAt"
      from report_run r
     where ${chosen}
       and r.user_id = ${getStaffPrincipal(request).userId} and r.client_id = ${clientId}
       and ${isGranted(sql`r.client_id`, sql`r.report_code`)}
       and r.client_codes <@ ${[...codes]}::text[]
       and (r.ended_at is null or r.ended_at >= ${keptSince()})
     order by r.ordered_at desc, r.id`
}
