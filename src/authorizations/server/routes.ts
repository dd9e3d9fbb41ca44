import type { FastifyInstance } from 'fastify'
import { needFeature } from '#clients/server/client-features.ts'
import { shownInstantIn } from '#platform/contract/calendar.ts'
import { audit } from '#platform/server/audit.ts'
import { withScope } from '#platform/server/database.ts'
import { documentMissing, shownAs } from '#platform/server/document-store/open-pages.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, serve } from '#platform/server/serve.ts'
import { callerOf, scopeOf, viewerOf } from '#sign-in/server/viewer.ts'
import { listDenialReasons, listInfoNeeded, listPendingAuthorizations, openItnPdf } from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationParts, mayDecide } from './authorization-parts.ts'
import { backOfficeRoutes } from './back-office-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { billWith, mostPending, pendingAuthorizations } from './pending-queries.ts'
import { reasonsOf } from './reason-queries.ts'

/** The calls of authorizations: what waits, what to choose from, a bill's PDF, and the decision. */
export function authorizationsRoutes(app: FastifyInstance, parts: AuthorizationParts) {
  listRoutes(app, parts)
  pdfRoute(app, parts)
  decisionRoutes(app, parts)
  backOfficeRoutes(app, parts)
}

function listRoutes(app: FastifyInstance, { db }: AuthorizationParts) {
  serve(app, listPendingAuthorizations, async ({ clients }, request) => {
    await needFeature(db, request, 'clientAuth')
    if (clients?.length === 0) throw problem(422, messages.clientMissing)
    return withScope(db, scopeOf(request, clients), async (scoped) => {
      const bills = await pendingAuthorizations(scoped, request.hangUp)
      const subject = scopeOf(request, clients).join(',')
      const detail = { rows: bills.length }
      await audit(scoped, { ...callerOf(request), action: 'pending authorizations read', subject, detail })
      return {
        bills: bills.slice(0, mostPending),
        notice: bills.length > mostPending ? messages.moreThanShown(mostPending) : null,
        mayDecide: mayDecide(request),
      }
    })
  })

  serve(app, listDenialReasons, async (_input, request) => {
    await needFeature(db, request, 'clientAuth')
    return { lookupItems: await reasonsOf(db, 'deny') }
  })

  serve(app, listInfoNeeded, async (_input, request) => {
    await needFeature(db, request, 'clientAuth')
    return { lookupItems: await reasonsOf(db, 'info') }
  })
}

/** The module that makes the PDF; only the press loads it. */
const itnDocument = new URL('./itn-document.ts', import.meta.url)

function pdfRoute(app: FastifyInstance, { db, press, config }: AuthorizationParts) {
  serve(app, openItnPdf, async ({ itn }, request, reply) => {
    await needFeature(db, request, 'clientAuth')
    const bill = await withScope(db, scopeOf(request), async (scoped) => {
      const found = await billWith(scoped, itn)
      if (found) await audit(scoped, { ...callerOf(request), action: 'authorization opened', subject: itn })
      return found
    })
    if (!bill) throw documentMissing()
    const { waitingMinutes: _, ...facts } = bill
    const received = shownInstantIn(config.PORTAL_TIME_ZONE, bill.receivedAt)
    const given = { ...facts, received, company: config.COMPANY_NAME }
    const pdf = await press.pdf(itnDocument, given, { person: viewerOf(request).userId })
    reply.header('content-disposition', shownAs('itn', itn))
    return bytes('application/pdf', pdf)
  })
}
