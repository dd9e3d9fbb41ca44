import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseClientCodes } from '#cases/rules.ts'
import { findGrantedReport, findReportSettings } from '#clients/server/client-grants.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { parseDay } from '#platform/contract/date-format.ts'
import { audit, nameAllRows } from '#platform/db/audit.ts'
import { type ClientScope, type Database, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { messages as platform } from '#platform/messages.ts'
import { getCaller, getClient, getScope } from '#sign-in/server/staff-principal.ts'
import type { openReport } from '../contract.ts'
import { messages } from '../messages.ts'
import { validateReport } from '../rules.ts'
import type { Report, TitleData } from './report-definition.ts'
import { findAvailableReport } from './report-list.ts'

/** A validated report request, limited to the user's scope. */
export type ReportRequest = {
  report: Report
  title: TitleData
  scope: ClientScope
  /** The requested codes, including codes outside the user's scope. */
  requestedCodes: readonly string[]
}

export type ReportForm = z.output<typeof openReport.request>
type RequestDeps = { db: Database; config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> }

/** Validates a submitted form. Throws 404 for a report the client does not have and 422 for invalid input. */
export async function parseReportRequest(
  deps: RequestDeps,
  request: FastifyRequest,
  form: ReportForm,
): Promise<ReportRequest> {
  const { db, config } = deps
  const client = getClient(request)
  const granted = form.ReportCode ? await findGrantedReport(db, client.id, form.ReportCode) : undefined
  const report = granted && findAvailableReport(client.features, form.ReportCode)
  if (form.ReportCode && !report) throw problem(404, platform.notFound)
  const clients = [...new Set((parseClientCodes(form.Clients) ?? []).filter(Boolean))]
  const { StartDate: startDate, EndDate: endDate, ReportCode: reportCode } = form
  const multiClient = granted?.multiClient ?? true
  const faults = validateReport({ reportCode, multiClient, clients, startDate, endDate })
  const [first, last] = [parseDay(startDate), parseDay(endDate)]
  if (!granted || !report || !first || !last || faults.length > 0) throw validationProblem(faults)
  const { basis, explanation } = report.view
  const scope = getScope(request, clients)
  const { paper, baseCurrency } = await findReportSettings(db, client.id)
  const period = { first, last, timeZone: config.PORTAL_TIME_ZONE, at: now(), baseCurrency }
  const named = { report: granted.name, client: client.name, clients: await listClientNames(db, scope) }
  return {
    report,
    scope,
    requestedCodes: clients,
    title: { company: config.COMPANY_NAME, ...named, period, paper, basis, explanation },
  }
}

const validationProblem = (faults: ReturnType<typeof validateReport>) => {
  const sentences = faults.map(({ sentence }) => sentence)
  return problem(422, sentences.join(' '), { sentences })
}

const clientName = z.object({ name: z.string(), code: z.string() })

/** Lists the client codes of a scope with their names, as the first page shows them. */
export async function listClientNames(db: Database, scope: ClientScope): Promise<string[]> {
  const names = sql`select name, code from client_code where code = any(${[...scope]}) order by position, code`
  return (await queryRows(db, clientName, names)).map(({ name, code }) =>
    messages.document.describeClient(name, code),
  )
}

/** The audit details of a report: type, scope, period, row count and, if it has totals only, bill count. */
type ReportAuditDetail = {
  code: string
  scope: ClientScope
  first: string
  last: string
  rows: number
  bills?: number | undefined
  /** The requested codes, including codes outside the user's scope. */
  requestedCodes?: readonly string[]
}

/**
 * Audits that a user opened, ordered or canceled a report. The subject is the codes that were read, or the requested
 * codes if the report has no data. A report may show any row of its codes.
 */
export function auditReport(
  db: Database,
  request: FastifyRequest,
  action: `report ${'opened' | 'viewed' | 'ordered' | 'cancelled' | 'without data'}`,
  { code, scope, first, last, rows, bills, requestedCodes }: ReportAuditDetail,
) {
  const [clientCode, ...others] = scope
  const owner = clientCode === undefined || others.length > 0 ? {} : { clientCode }
  const counts = { rows, ...(bills !== undefined && { bills }) }
  const detail = {
    report: code,
    first,
    last,
    ...counts,
    ...(requestedCodes && { asked: requestedCodes.join(',') }),
  }
  const subject = (action === 'report without data' && requestedCodes ? requestedCodes : scope).join(',')
  const showsRows = action === 'report opened' || action === 'report viewed'
  const shown = showsRows ? { shown: nameAllRows(scope) } : {}
  return audit(db, { ...getCaller(request), action, subject, ...owner, detail, ...shown })
}
