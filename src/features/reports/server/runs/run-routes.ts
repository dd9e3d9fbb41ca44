import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { type Database, execute, rowOf, sql, withScope } from '#platform/server/database.ts'
import { contentDispositionName } from '#platform/server/document-store/extract-document.ts'
import { createFairQueue } from '#platform/server/fair-queue.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, registerEndpoint } from '#platform/server/register-endpoint.ts'
import { retryAfter } from '#platform/server/round-robin-queue.ts'
import { getRequester, scopeOf } from '#sign-in/server/staff-principal.ts'
import {
  cancelReportRun,
  listReportRuns,
  openReportRun,
  type ReportRun,
  showReportRun,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { shownPeriod } from '../../rules.ts'
import { auditReport } from '../audit-report.ts'
import { keptMs, leaving } from '../report-limits.ts'
import { findOwnRun, type OwnRun, openableRuns } from './my-runs.ts'

/** API endpoints of background reports, for the requester only: list, progress, cancel and open. */
export function runRoutes(app: FastifyInstance, db: Database) {
  const enqueue = createFairQueue({
    ...leaving,
    messages: { full: messages.tooManyOpened, shareFull: messages.tooManyOpened },
  })

  registerEndpoint(app, listReportRuns, (_, request) =>
    withScope(db, scopeOf(request), async (scoped) => ({
      runs: (await openableRuns(scoped, request)).map(shown),
    })),
  )

  registerEndpoint(app, showReportRun, ({ run }, request) =>
    withScope(db, scopeOf(request), async (scoped) => shown(await findOwnRun(scoped, request, run))),
  )

  registerEndpoint(app, cancelReportRun, ({ run }, request) =>
    withScope(db, scopeOf(request), async (scoped) => {
      const own = await findOwnRun(scoped, request, run)
      const stopped = await execute(
        scoped,
        sql`
        update report_run set state = 'cancelled', ended_at = ${now()}
         where id = ${run} and state in ('waiting', 'running')`,
      )
      if (stopped > 0) await auditReport(scoped, request, 'report cancelled', toldOf(request, own))
      return shown(await findOwnRun(scoped, request, run))
    }),
  )

  registerEndpoint(app, openReportRun, async ({ Run }, request, reply) => {
    // Check existence before queueing; the run may still disappear while the request waits.
    await withScope(db, scopeOf(request), (scoped) => findOwnRun(scoped, request, Run))
    await turnToLeave(enqueue, request)
    const { own, size } = await openedRun(db, request, Run)
    reply.header('content-disposition', contentDispositionName(own.name, own.first, own.last))
    return bytes('application/pdf', { length: size.bytes, pieces: partsOf(db, request, own, size.parts) })
  })
}

/**
 * Waits for a download slot, which is held until the response is sent or the client disconnects. After the timeout it
 * responds with 429 and keeps the ticket valid.
 */
async function turnToLeave(enqueue: ReturnType<typeof createFairQueue>, request: FastifyRequest) {
  const { abortSignal } = request
  const begun = Promise.withResolvers<void>()
  const over = enqueue(getRequester(request), async () => {
    begun.resolve()
    if (!abortSignal.aborted) await once(abortSignal, 'abort')
  })
  const comeAgain = problem(503, messages.tooManyOpened, { retryAfter })
  const late = setTimeout(() => begun.reject(comeAgain), leaving.timeoutMs)
  await Promise.race([begun.promise, over]).finally(() => clearTimeout(late))
}

/** A run and its PDF size from one snapshot; 404 if it was removed. */
const openedRun = (db: Database, request: FastifyRequest, id: string) =>
  withScope(
    db,
    scopeOf(request),
    async (scoped) => {
      const own = await findOwnRun(scoped, request, id)
      if (own.state !== 'done') throw problem(409, messages.runNotReady)
      const size = await sizeOf(scoped, own)
      if (!size?.parts) throw problem(404, platform.notFound)
      await auditReport(scoped, request, 'report opened', toldOf(request, own))
      return { own, size }
    },
    { isOneMoment: true },
  )

const toldOf = (request: FastifyRequest, { codes, ...run }: OwnRun) => ({
  ...run,
  scope: scopeOf(request, codes),
})

const shown = ({ first, last, endedAt, ...run }: OwnRun): ReportRun => ({
  ...run,
  period: shownPeriod(first, last),
  keptUntil: run.state === 'done' && endedAt ? new Date(endedAt.getTime() + keptMs).toISOString() : null,
})

const size = z.object({ parts: z.number(), bytes: z.number() })

const sizeOf = (scoped: Database, { id }: OwnRun) =>
  rowOf(
    scoped,
    size,
    sql`
    select count(*) as parts, coalesce(sum(length(bytes)), 0) as bytes from report_part where run_id = ${id}`,
  )

const part = z.object({ bytes: z.instanceof(Buffer) })

/**
 * Streams the PDF of a run in parts, reading each when the previous one has been sent, so that a slow client holds
 * neither memory nor a connection. If the run is removed, the response is aborted.
 */
async function* partsOf(db: Database, request: FastifyRequest, { id }: OwnRun, parts: number) {
  for (let position = 0; position < parts; position += 1) {
    const query = sql`select bytes from report_part where run_id = ${id} and position = ${position}`
    const next = await withScope(db, scopeOf(request), (scoped) => rowOf(scoped, part, query))
    if (!next) throw new Error('A report was removed while it was opened.')
    yield next.bytes
  }
}
