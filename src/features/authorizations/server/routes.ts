import type { FastifyInstance } from 'fastify'
import { audited, auditedRow, summarizeRows } from '#clients/server/audited-query.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { now } from '#platform/contract/clock.ts'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentNotFound } from '#platform/pdf/document-store/document-service.ts'
import { getClient, getRequester, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { listDeciders } from '#sign-in/server/staff-principal-query.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  recordBillView,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, listConcurrency, mayDecide } from './authorization-deps.ts'
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
import { queueRoutes } from './queue-routes.ts'
import { createVersion, readSentVersion } from './queue-version.ts'

/** API endpoints of authorizations: for the people of clients, and for the back office. */
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

function listRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  // When everyone opens the queue at once, decisions and leases do not wait for thousands of bills.
  const enqueue = createSearchQueue(1, listConcurrency)

  registerEndpoint(app, listPendingAuthorizations, async ({ clients, isReload, since }, request) => {
    if (clients?.length === 0) throw problem(422, messages.clientMissing)
    const { userId } = getStaffPrincipal(request)
    const read = () =>
      audited(
        db,
        request,
        { action: isReload ? listReloadedAction : listReadAction, only: clients, isOneMoment: true },
        async (scoped, signal) => {
          const deciders = await listDeciders(scoped, getClient(request).id, config)
          return readList(scoped, { codes: getScope(request, clients), userId, deciders, since, signal })
        },
        (list) => summarizeRows(list.bills, ({ itn }) => itn),
      )
    const { pendingCount, bills, ...list } = await (since ? read() : enqueue(getRequester(request), read))
    const notice = pendingCount > maxPending ? messages.moreThanShown(maxPending) : null
    const rest = JSON.stringify({ ...list, notice, mayDecide: mayDecide(request) })
    return jsonText(
      '{"bills":',
      bills.map(({ json }) => json),
      `,${rest.slice(1)}`,
    )
  })

  registerEndpoint(app, listDenialReasons, async () => ({ lookupItems: await listReasons(db, 'deny') }))

  registerEndpoint(app, listInfoNeeded, async () => ({ lookupItems: await listReasons(db, 'info') }))
}

type ListRequest = {
  codes: readonly string[]
  userId: string
  deciders: Awaited<ReturnType<typeof listDeciders>>
  since: string | undefined
  signal: AbortSignal
}

/** Reads the changes since the version that the page has, or the whole list if they are not enough. */
async function readList(db: Database, { codes, since, ...query }: ListRequest) {
  const readAt = now().toISOString()
  const requested = await readSentVersion(db, codes, since)
  const { base } = requested
  // Changes cannot update a truncated list: they do not say which bills move into it.
  const changes =
    base && !base.isCut ? await findPendingAuthorizations(db, { ...query, since: base }) : undefined
  if (changes && changes.pendingCount <= maxPending) {
    const { snapshot, ...list } = changes
    return { ...list, readAt, version: createVersion(requested, snapshot, base) }
  }
  const { snapshot, ...list } = await findPendingAuthorizations(db, query)
  return {
    ...list,
    readAt,
    version: createVersion(requested, snapshot, { isCut: list.pendingCount > maxPending }),
  }
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
      if (!bill) throw documentNotFound()
      const received = formatInstantInTimeZone(config.PORTAL_TIME_ZONE, bill.receivedAt)
      return { ...bill, received, company: config.COMPANY_NAME }
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
