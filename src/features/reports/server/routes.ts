import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDocumentQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint, seeOther } from '#platform/http/register-endpoint.ts'
import { contentDispositionName } from '#platform/pdf/document-service/document-service.ts'
import { logWorkerOutput } from '#platform/pdf/worker-process.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { openReport } from '../contract.ts'
import { messages } from '../messages.ts'
import { renderReport } from './render-report.ts'
import type { ReportSummary } from './report-definition.ts'
import { maxImmediateRows, maxRows, renderQueue, reportTimeoutMs } from './report-limits.ts'
import { auditReport, parseReportRequest, type ReportForm, type ReportRequest } from './report-request.ts'
import { createRun } from './runs/run-queries.ts'
import { runRoutes } from './runs/run-routes.ts'
import { viewRoutes } from './view/view-routes.ts'

/** Dependencies of the report routes. */
export type ReportsDeps = { db: Database; config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> }

/** Registers the API endpoints of reports: immediate reports, background runs and reports on the page. */
export function reportsRoutes(app: FastifyInstance, deps: ReportsDeps) {
  const enqueue = createDocumentQueue(renderQueue)
  app.watchQueue('stream', enqueue.readState)
  runRoutes(app, deps)
  viewRoutes(app, deps)

  const handleOpen = async (form: ReportForm, request: FastifyRequest, reply: FastifyReply) => {
    const reportRequest = await parseReportRequest(deps, request, form)
    const { found, pdf } = await enqueue(getRequester(request), () => renderNow(deps, reportRequest, request))
    if (!found) return seeOther('/no-data')
    if (!pdf)
      return seeOther(`/report/${await createRun(deps.db, request, { ...reportRequest, rows: found.rows })}`)
    const { report, period } = reportRequest.title
    reply.header('content-disposition', contentDispositionName(report, period.first, period.last))
    return bytes('application/pdf', pdf)
  }
  registerEndpoint(app, openReport, handleOpen, { timeoutMs: reportTimeoutMs })
}

/** Renders a report unless it is empty or needs a background run. Rejects a report over the row limit (422). */
function renderNow(deps: ReportsDeps, reportRequest: ReportRequest, request: FastifyRequest) {
  const { report, scope, requestedCodes, title } = reportRequest
  const shouldRender = async (scoped: Database, found?: ReportSummary) => {
    const { rows, bills } = found ?? { rows: 0 }
    if (rows > maxRows) throw problem(422, messages.tooManyRows(rows, maxRows))
    if (rows > maxImmediateRows) return false
    const { first, last } = title.period
    const detail = { code: report.code, scope, first, last, rows, bills, requestedCodes }
    await auditReport(scoped, request, found ? 'report opened' : 'report without data', detail)
    return found !== undefined
  }
  const onWorkerLog = logWorkerOutput(request.log)
  return renderReport(
    { db: deps.db, onWorkerLog },
    { ...reportRequest, signal: request.abortSignal, shouldRender },
  )
}
