import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import { contentDispositionName } from '#platform/server/document-store/extract-document.ts'
import { tooManyDocuments } from '#platform/server/documents/render-pool.ts'
import { logWorkerOutput } from '#platform/server/documents/worker-log.ts'
import { createFairQueue } from '#platform/server/fair-queue.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, registerEndpoint, seeOther } from '#platform/server/register-endpoint.ts'
import type { Config } from '#platform/server/settings.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { openReport } from '../contract.ts'
import { messages } from '../messages.ts'
import { auditReport } from './audit-report.ts'
import { reportPdf } from './render-report.ts'
import type { Found } from './report.ts'
import { mostRows, rowsAtOnce, timeoutMs, turns } from './report-limits.ts'
import { orderOf, type ReportForm, type ReportOrder } from './report-request.ts'
import { orderRun } from './runs/create-run.ts'
import { runRoutes } from './runs/run-routes.ts'

/** Dependencies of the report routes. */
export type ReportsDeps = { db: Database; config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> }

/** API endpoints of reports: immediate reports and background runs. */
export function reportsRoutes(app: FastifyInstance, deps: ReportsDeps) {
  const enqueue = createFairQueue({ ...turns, messages: tooManyDocuments })
  runRoutes(app, deps.db)

  const answer = async (form: ReportForm, request: FastifyRequest, reply: FastifyReply) => {
    const order = await orderOf(deps, request, form)
    const { found, pdf } = await enqueue(getRequester(request), () => reportNow(deps, order, request))
    if (!found) return seeOther('/no-data')
    if (!pdf) return seeOther(`/report/${await orderRun(deps.db, request, { ...order, rows: found.rows })}`)
    const { report, period } = order.title
    reply.header('content-disposition', contentDispositionName(report, period.first, period.last))
    return bytes('application/pdf', pdf)
  }
  registerEndpoint(app, openReport, answer, { timeoutMs })
}

/** Renders the report, unless it is empty or needs a background run. Rejects one over the row limit (422). */
function reportNow(deps: ReportsDeps, order: ReportOrder, request: FastifyRequest) {
  const { report, scope, asked, title } = order
  const isMade = async (scoped: Database, found?: Found) => {
    const { rows, bills } = found ?? { rows: 0 }
    if (rows > mostRows) throw problem(422, messages.tooManyRows(rows, mostRows))
    if (rows > rowsAtOnce) return false
    const { first, last } = title.period
    const told = { code: report.code, scope, first, last, rows, bills, asked }
    await auditReport(scoped, request, found ? 'report opened' : 'report without data', told)
    return found !== undefined
  }
  const onWorkerLog = logWorkerOutput(request.log)
  return reportPdf({ db: deps.db, onWorkerLog }, { ...order, signal: request.abortSignal, isMade })
}
