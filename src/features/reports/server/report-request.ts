import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { codesIn } from '#cases/rules.ts'
import { grantedReportOf } from '#clients/server/client-reports.ts'
import { parseDay } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { type ClientScope, type Database, rowsOf, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Config } from '#platform/server/settings.ts'
import { clientOf, scopeOf } from '#sign-in/server/staff-principal.ts'
import type { openReport } from '../contract.ts'
import { messages } from '../messages.ts'
import { validateReport } from '../rules.ts'
import type { Report, TitleData } from './report.ts'
import { reportFor } from './reports.ts'

/** A report request within the user's scope. */
export type ReportOrder = {
  report: Report
  title: TitleData
  scope: ClientScope
  /** The requested codes, whether the user may see them or not. */
  asked: readonly string[]
}

export type ReportForm = z.output<typeof openReport.request>
type Naming = { db: Database; config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> }

/** Validates a submitted form. Rejects a report the client does not have (404) and invalid input (422). */
export async function orderOf(
  naming: Naming,
  request: FastifyRequest,
  form: ReportForm,
): Promise<ReportOrder> {
  const { db, config } = naming
  const client = clientOf(request)
  const granted = form.ReportCode ? await grantedReportOf(db, client.id, form.ReportCode) : undefined
  const report = granted && reportFor(client.features, form.ReportCode)
  if (form.ReportCode && !report) throw problem(404, platform.notFound)
  const clients = [...new Set((codesIn(form.Clients) ?? []).filter(Boolean))]
  const { StartDate: startDate, EndDate: endDate, ReportCode: reportCode } = form
  const multiClient = granted?.multiClient ?? true
  const faults = validateReport({ reportCode, multiClient, clients, startDate, endDate })
  const [first, last] = [parseDay(startDate), parseDay(endDate)]
  if (!granted || !report || !first || !last || faults.length > 0) throw refusedFor(faults)
  const scope = scopeOf(request, clients)
  const period = { first, last, timeZone: config.PORTAL_TIME_ZONE, at: now() }
  const named = { report: granted.name, client: client.name, clients: await namesOf(db, scope) }
  return { report, scope, asked: clients, title: { company: config.COMPANY_NAME, ...named, period } }
}

const refusedFor = (faults: ReturnType<typeof validateReport>) => {
  const sentences = faults.map(({ sentence }) => sentence)
  return problem(422, sentences.join(' '), { sentences })
}

const clientName = z.object({ name: z.string(), code: z.string() })

/** The scope of a report, as its first page shows it. */
export async function namesOf(db: Database, scope: ClientScope): Promise<string[]> {
  const names = sql`select name, code from client_code where code = any(${[...scope]}) order by position, code`
  return (await rowsOf(db, clientName, names)).map(({ name, code }) => messages.document.clientOf(name, code))
}
