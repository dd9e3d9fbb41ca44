import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { grantedCondition } from '#clients/server/client-grants.ts'
import { createFairQueue, retryAfter } from '#platform/concurrency/fair-queue.ts'
import { now } from '#platform/contract/clock.ts'
import {
  type Database,
  execute,
  queryRow,
  queryRows,
  type Sql,
  sql,
  withScope,
} from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { messages as platform } from '#platform/messages.ts'
import { contentDispositionName } from '#platform/pdf/document-service/document-service.ts'
import { getClient, getRequester, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import {
  cancelReportRun,
  listReportRuns,
  openReportRun,
  type ReportRun,
  reportRun,
  showReportRun,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { formatPeriod } from '../../rules.ts'
import { downloadQueue, retentionMs } from '../report-limits.ts'
import { findAvailableReport } from '../report-list.ts'
import { auditReport } from '../report-request.ts'
import { retainedSince } from './run-queries.ts'

/** Registers the API endpoints of background reports, for the requester only: list, progress, cancel and open. */
export function runRoutes(app: FastifyInstance, { db }: { db: Database }) {
  const enqueue = createFairQueue({
    ...downloadQueue,
    messages: { full: messages.tooManyOpened, shareFull: messages.tooManyOpened },
  })

  registerEndpoint(app, listReportRuns, (_, request) =>
    withScope(db, getScope(request), async (scoped) => ({
      runs: (await listOwnRuns(scoped, request)).map(toReportRun),
    })),
  )

  registerEndpoint(app, showReportRun, ({ run }, request) =>
    withScope(db, getScope(request), async (scoped) => toReportRun(await findOwnRun(scoped, request, run))),
  )

  registerEndpoint(app, cancelReportRun, ({ run }, request) =>
    withScope(db, getScope(request), async (scoped) => {
      const own = await findOwnRun(scoped, request, run)
      const stopped = await execute(
        scoped,
        sql`
        update report_run set state = 'cancelled', ended_at = ${now()}
         where id = ${run} and state in ('waiting', 'running')`,
      )
      if (stopped > 0) await auditReport(scoped, request, 'report cancelled', auditDetail(request, own))
      return toReportRun(await findOwnRun(scoped, request, run))
    }),
  )

  registerEndpoint(app, openReportRun, async ({ Run }, request, reply) => {
    // Check existence before queueing; the run may still disappear while the request waits.
    await withScope(db, getScope(request), (scoped) => findOwnRun(scoped, request, Run))
    await waitForDownloadSlot(enqueue, request)
    const { own, size } = await openRun(db, request, Run)
    reply.header('content-disposition', contentDispositionName(own.name, own.first, own.last))
    return bytes('application/pdf', { length: size.bytes, pieces: streamParts(db, request, own, size.parts) })
  })
}

/**
 * Waits for a download slot, which is held until the response is sent or the client disconnects. Throws 503 with
 * `Retry-After` after the timeout, which keeps the ticket valid.
 */
async function waitForDownloadSlot(enqueue: ReturnType<typeof createFairQueue>, request: FastifyRequest) {
  const { abortSignal } = request
  const slot = Promise.withResolvers<void>()
  const download = enqueue(getRequester(request), async () => {
    slot.resolve()
    if (!abortSignal.aborted) await once(abortSignal, 'abort')
  })
  const timeoutProblem = problem(503, messages.tooManyOpened, { retryAfter })
  const timeout = setTimeout(() => slot.reject(timeoutProblem), downloadQueue.timeoutMs)
  await Promise.race([slot.promise, download]).finally(() => clearTimeout(timeout))
}

/** Reads a finished run and its PDF size from one snapshot. Throws 409 if it is unfinished, 404 if it was removed. */
const openRun = (db: Database, request: FastifyRequest, id: string) =>
  withScope(
    db,
    getScope(request),
    async (scoped) => {
      const own = await findOwnRun(scoped, request, id)
      if (own.state !== 'done') throw problem(409, messages.runNotReady)
      const size = await findPdfSize(scoped, own)
      if (!size?.parts) throw problem(404, platform.notFound)
      await auditReport(scoped, request, 'report opened', auditDetail(request, own))
      return { own, size }
    },
    { isSnapshot: true },
  )

const auditDetail = (request: FastifyRequest, { codes, ...run }: OwnRun) => ({
  ...run,
  scope: getScope(request, codes),
})

const toReportRun = ({ first, last, endedAt, ...run }: OwnRun): ReportRun => ({
  ...run,
  period: formatPeriod(first, last),
  keptUntil: run.state === 'done' && endedAt ? new Date(endedAt.getTime() + retentionMs).toISOString() : null,
})

const size = z.object({ parts: z.number(), bytes: z.number() })

const findPdfSize = (scoped: Database, { id }: OwnRun) =>
  queryRow(
    scoped,
    size,
    sql`
    select count(*) as parts, coalesce(sum(length(bytes)), 0) as bytes from report_part where run_id = ${id}`,
  )

const part = z.object({ bytes: z.instanceof(Buffer) })

/**
 * Streams the PDF of a run. Reads each part only when the previous one has been sent, so that a slow client holds
 * neither memory nor a connection. Throws if the run is removed, which aborts the response.
 */
async function* streamParts(db: Database, request: FastifyRequest, { id }: OwnRun, parts: number) {
  for (let position = 0; position < parts; position += 1) {
    const query = sql`select bytes from report_part where run_id = ${id} and position = ${position}`
    const next = await withScope(db, getScope(request), (scoped) => queryRow(scoped, part, query))
    if (!next) throw new Error('The report was removed during its download.')
    yield next.bytes
  }
}

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
type OwnRun = z.infer<typeof ownRun>

/**
 * Finds a run of the user for the current client. Throws 404 unless that client still has the report and the user may
 * still see all of it.
 */
async function findOwnRun(scoped: Database, request: FastifyRequest, id: string): Promise<OwnRun> {
  const isId = z.uuid().safeParse(id).success
  const run = isId ? await queryRow(scoped, ownRun, ownRunsQuery(request, sql`r.id = ${id}`)) : undefined
  if (!run || !isAvailable(request, run)) throw problem(404, platform.notFound)
  return run
}

/** Lists the user's runs that are in progress or available, newest first. */
async function listOwnRuns(scoped: Database, request: FastifyRequest): Promise<OwnRun[]> {
  const runs = await queryRows(
    scoped,
    ownRun,
    ownRunsQuery(request, sql`r.state in ('waiting', 'running', 'done')`),
  )
  return runs.filter((run) => isAvailable(request, run))
}

const isAvailable = (request: FastifyRequest, { code }: OwnRun) =>
  findAvailableReport(getClient(request).features, code) !== undefined

function ownRunsQuery(request: FastifyRequest, condition: Sql): Sql {
  const { id: clientId, codes } = getClient(request)
  return sql`
    select r.id, r.report_code as code, r.client_codes as codes, r.name, r.first_day as first, r.last_day as last,
           r.state, r.rows_done as "rowsDone", r.rows, r.ended_at as "endedAt"
      from report_run r
     where ${condition}
       and r.user_id = ${getStaffPrincipal(request).userId} and r.client_id = ${clientId}
       and ${grantedCondition(sql`r.client_id`, sql`r.report_code`)}
       and r.client_codes <@ ${[...codes]}::text[]
       and (r.ended_at is null or r.ended_at >= ${retainedSince()})
     order by r.ordered_at desc, r.id`
}
