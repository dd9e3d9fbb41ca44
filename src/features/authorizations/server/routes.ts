import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { auditedRow, auditedRows } from '#clients/server/audited-query.ts'
import { now } from '#platform/contract/clock.ts'
import { formatDay, formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentMissing } from '#platform/pdf/document-store/document-responses.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
  pendingAuthorization,
  recordBillView,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, mayDecide } from './authorization-deps.ts'
import { decisionFeedRoutes } from './decision-feed-routes.ts'
import { listReasons } from './decision-queries.ts'
import { decisionRoutes } from './decision-routes.ts'

/** API endpoints of authorizations: pending list, reasons, PDF and decision. */
export function authorizationsRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  listRoutes(app, deps)
  pdfRoute(app, deps)
  decisionRoutes(app, deps)
  decisionFeedRoutes(app, deps)
}

function listRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  registerEndpoint(app, listPendingAuthorizations, async ({ clients }, request) => {
    if (clients?.length === 0) throw problem(422, messages.clientMissing)
    const reading = { action: 'pending authorizations read', only: clients }
    const bills = await auditedRows(db, request, reading, findPendingAuthorizations)
    return {
      bills: bills.slice(0, maxPending),
      notice: bills.length > maxPending ? messages.moreThanShown(maxPending) : null,
      mayDecide: mayDecide(request),
    }
  })

  registerEndpoint(app, listDenialReasons, async () => ({ lookupItems: await listReasons(db, 'deny') }))

  registerEndpoint(app, listInfoNeeded, async () => ({ lookupItems: await listReasons(db, 'info') }))
}

/** The module that renders the PDF; only render workers load it. */
const itnDocument = new URL('./itn-document.ts', import.meta.url)

/** The audit actions for viewing a bill and for prefetching its PDF. */
const openedAction = 'authorization opened'
const prefetchedAction = 'authorization fetched ahead'

function pdfRoute(app: FastifyInstance, { db, renderPool, config }: AuthorizationDeps) {
  registerEndpoint(app, openItnPdf, async ({ itn, ahead }, request, reply) => {
    const reading = { action: ahead === 'true' ? prefetchedAction : openedAction, subject: itn }
    const loadData = async () => {
      const bill = await auditedRow(db, request, reading, (scoped) => findBill(scoped, itn))
      if (!bill) throw documentMissing()
      const { waitingMinutes: _, ...data } = bill
      const received = formatInstantInTimeZone(config.PORTAL_TIME_ZONE, bill.receivedAt)
      return { ...data, received, company: config.COMPANY_NAME }
    }
    const pdf = await renderPool.pdf(itnDocument, loadData, getRequester(request))
    reply.header('content-disposition', contentDispositionName('itn', itn))
    return bytes('application/pdf', pdf)
  })

  registerEndpoint(app, recordBillView, async ({ itn }, request) => {
    const reading = { action: openedAction, subject: itn }
    const bill = await auditedRow(db, request, reading, (scoped) => findBill(scoped, itn))
    if (!bill) throw problem(404, messages.unknown)
    return {}
  })
}

/** The maximum number of pending authorizations in a response. */
const maxPending = 10_000

/** A stored bill, without the values derived for display. */
const requestRow = pendingAuthorization
  .omit({ datesOfService: true, totalCharge: true, totalChargeFormatted: true, waitingMinutes: true })
  .extend({ receivedAt: z.date() })
type RequestRow = z.infer<typeof requestRow>

const requestsQuery = sql`
  select r.itn              as "itnNumber",
         r.round,
         r.client_code      as client,
         c.name             as carrier,
         r.hmo,
         r.policy_number    as policy,
         r.incident_number  as "incidentNumber",
         r.patient_name     as "patientName",
         r.provider_name    as "providerName",
         r.service_from     as "serviceFrom",
         r.service_to       as "serviceTo",
         r.total_charge     as "totalChargeAmount",
         r.currency,
         r.received_at      as "receivedAt"
    from authorization_request r
    join client_code c on c.code = r.client_code`

/**
 * Lists pending authorizations, longest wait first, with one extra row if there are more than the response
 * limit.
 */
export async function findPendingAuthorizations(
  db: Database,
  signal?: AbortSignal,
): Promise<PendingAuthorization[]> {
  const query = sql`${requestsQuery} where r.is_pending order by r.received_at, r.itn limit ${maxPending + 1}`
  const rows = await queryRows(db, requestRow, query, { signal })
  return rows.map(toPendingAuthorization)
}

/** Finds the bill with an ITN, decided or not. */
async function findBill(db: Database, itn: string): Promise<PendingAuthorization | undefined> {
  const row = await queryRow(db, requestRow, sql`${requestsQuery} where r.itn = ${itn}`)
  return row && toPendingAuthorization(row)
}

function toPendingAuthorization({ receivedAt, ...row }: RequestRow): PendingAuthorization {
  const { serviceFrom, serviceTo, totalChargeAmount, currency } = row
  return {
    ...row,
    datesOfService: [...new Set([serviceFrom, serviceTo])].map(formatDay).join('-'),
    totalCharge: Number(totalChargeAmount),
    totalChargeFormatted: formatMoney(totalChargeAmount, currency),
    receivedAt: receivedAt.toISOString(),
    waitingMinutes: Math.max(0, Math.floor((now().getTime() - receivedAt.getTime()) / 60_000)),
  }
}
