import type { FastifyInstance } from 'fastify'
import { audited, auditedRow } from '#clients/server/audited-query.ts'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { nameAllRows } from '#platform/db/audit.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentMissing } from '#platform/pdf/document-store/document-responses.ts'
import { getRequester, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  recordBillView,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, mayDecide } from './authorization-deps.ts'
import { decisionFeedRoutes } from './backoffice/decision-feed-routes.ts'
import { intakeRoutes } from './backoffice/intake-routes.ts'
import { notificationRoutes } from './backoffice/notification-routes.ts'
import { commentRoutes } from './comment-routes.ts'
import { decidedRoutes, metricsRoutes } from './decided-routes.ts'
import { listReasons } from './decision-queries.ts'
import { decisionRoutes } from './decision-routes.ts'
import { letterRoutes } from './letter/letter-routes.ts'
import { findBill, findPendingAuthorizations, maxPending } from './pending-queries.ts'
import { queueEmailRoutes } from './queue-email/queue-email-routes.ts'
import { findQueueVersion } from './queue-queries.ts'
import { queueRoutes } from './queue-routes.ts'

/** API endpoints of authorizations: pending list, reasons, PDF, decision with its undo, feed, and decided list. */
export function authorizationsRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  listRoutes(app, deps)
  pdfRoute(app, deps)
  decisionRoutes(app, deps)
  decisionFeedRoutes(app, deps)
  notificationRoutes(app, deps)
  intakeRoutes(app, deps)
  decidedRoutes(app, deps)
  letterRoutes(app, deps)
  commentRoutes(app, deps)
  metricsRoutes(app, deps)
  queueRoutes(app, deps)
  queueEmailRoutes(app, deps)
}

/** The audit actions for reading the list, and for a page that reads it again by itself. */
const listReadAction = 'pending authorizations read'
const listReloadedAction = 'pending authorizations read again'

/** A page reads the list again after each change, so an entry about that names no more bills than this. See decision 63. */
const maxNamedAgain = 100

function listRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  registerEndpoint(app, listPendingAuthorizations, async ({ clients, isReload }, request) => {
    if (clients?.length === 0) throw problem(422, messages.clientMissing)
    const { rows, bills, version } = await audited(
      db,
      request,
      { action: isReload ? listReloadedAction : listReadAction, only: clients },
      async (scoped, signal) => {
        // Before the list: a change between the two makes the page read the list again.
        const { version } = await findQueueVersion(scoped, getScope(request, clients), signal)
        const { userId } = getStaffPrincipal(request)
        return { version, ...(await findPendingAuthorizations(scoped, userId, signal)) }
      },
      ({ rows, codes, shown }) => ({
        rows: Math.min(rows, maxPending),
        codes,
        shown: isReload && rows > maxNamedAgain ? nameAllRows(codes) : shown,
      }),
    )
    const notice = rows > maxPending ? messages.moreThanShown(maxPending) : null
    const rest = JSON.stringify({ notice, mayDecide: mayDecide(request), version })
    return jsonText(`{"bills":${bills},${rest.slice(1)}`)
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
      const { waitingMinutes: _waiting, dueInMinutes: _left, assignee: _assignee, ...data } = bill
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
