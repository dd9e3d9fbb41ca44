import type { FastifyInstance } from 'fastify'
import { parseClientCodes } from '#cases/rules.ts'
import { auditedRows } from '#clients/server/audited-query.ts'
import { createDocumentQueue } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { listReportAuthorizations, listReportCases } from '../../case-list-contract.ts'
import { listReportBills, showReport } from '../../view-contract.ts'
import { viewQueue } from '../report-limits.ts'
import { auditReport, parseReportRequest } from '../report-request.ts'
import { findBillCondition, findBillPage, findBillSums } from './bill-page-queries.ts'
import { findAuthorizationPage, findAuthorizationSums, findCasePage } from './case-page-queries.ts'

type ViewDeps = { db: Database; config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> }

/** API endpoints of reports on the page: the figures, and the bills or cases that a figure counts. */
export function viewRoutes(app: FastifyInstance, deps: ViewDeps) {
  const { db } = deps
  caseListRoutes(app, deps)
  const enqueue = createDocumentQueue(viewQueue)

  registerEndpoint(app, showReport, async (form, request) => {
    const { report, title, scope, requestedCodes } = await parseReportRequest(deps, request, form)
    const { period } = title
    const read = async (scoped: Database) => {
      const found = await report.view.findSections(scoped, period, request.abortSignal)
      const { rows = 0, bills } = found ?? {}
      const detail = { code: report.code, scope, first: period.first, last: period.last, rows, bills }
      const action = found ? 'report viewed' : 'report without data'
      await auditReport(scoped, request, action, { ...detail, requestedCodes })
      return found?.sections ?? []
    }
    const sections = await enqueue(getRequester(request), () =>
      withScope(db, scope, read, { isSnapshot: true }),
    )
    const { basis, explanation } = report.view
    return {
      name: title.report,
      first: period.first,
      last: period.last,
      clients: [...title.clients],
      readAt: period.at.toISOString(),
      basis,
      explanation,
      sections,
    }
  })

  registerEndpoint(app, listReportBills, async ({ afterDay, afterItn, limit, ...selection }, request) => {
    const codes = parseClientCodes(selection.client)
    const isFirst = afterDay === ''
    const { firstDay: first, lastDay: last } = selection
    const reading = { action: 'report bills read', only: codes, detail: { first, last } }
    let sums: Awaited<ReturnType<typeof findBillSums>> = []
    const rows = await auditedRows(
      db,
      request,
      reading,
      async (scoped, signal) => {
        const condition = await findBillCondition(scoped, selection, signal)
        if (isFirst) sums = await findBillSums(scoped, condition, signal)
        return findBillPage(scoped, condition, { afterDay, afterItn, limit }, signal)
      },
      ({ itn }) => itn,
    )
    return { bills: rows.slice(0, limit), hasMore: rows.length > limit, sums }
  })
}

/** The cases and the pending authorizations that a figure counts, from the queries of the reports. */
function caseListRoutes(app: FastifyInstance, { db, config }: ViewDeps) {
  const readZone = () => ({ timeZone: config.PORTAL_TIME_ZONE, at: now() })

  registerEndpoint(
    app,
    listReportCases,
    async ({ afterDay, afterIncident, limit, ...selection }, request) => {
      const zone = readZone()
      const { firstDay: first, lastDay: last, client } = selection
      const reading = { action: 'report cases read', only: parseClientCodes(client), detail: { first, last } }
      let sums: Awaited<ReturnType<typeof findCasePage>>['sums'] | null = null
      const rows = await auditedRows(
        db,
        request,
        reading,
        async (scoped, signal) => {
          const page = await findCasePage(scoped, selection, zone, { afterDay, afterIncident, limit }, signal)
          if (afterDay === '') sums = page.sums
          return page.cases
        },
        ({ incidentNumber }) => incidentNumber,
      )
      return { cases: rows.slice(0, limit), hasMore: rows.length > limit, sums }
    },
  )

  registerEndpoint(
    app,
    listReportAuthorizations,
    async ({ afterTime, afterItn, limit, ...selection }, request) => {
      const zone = readZone()
      const { firstDay: first, lastDay: last, client } = selection
      const only = parseClientCodes(client)
      const reading = { action: 'report authorizations read', only, detail: { first, last } }
      let sums: Awaited<ReturnType<typeof findAuthorizationSums>> = []
      const rows = await auditedRows(
        db,
        request,
        reading,
        async (scoped, signal) => {
          if (afterTime === '') sums = await findAuthorizationSums(scoped, selection, zone, signal)
          return findAuthorizationPage(scoped, selection, zone, { afterTime, afterItn, limit }, signal)
        },
        ({ itn }) => itn,
      )
      const authorizations = rows
        .slice(0, limit)
        .map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
      return { authorizations, hasMore: rows.length > limit, sums }
    },
  )
}
