import type { FastifyInstance } from 'fastify'
import { auditedRow } from '#clients/server/audited-query.ts'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentNotFound } from '#platform/pdf/document-store/document-service.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { openItnPdf, recordBillView } from '../contract.ts'
import { messages } from '../messages.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { findBill } from './pending-queries.ts'

/** The module that renders the PDF; only render workers load it. */
const itnDocument = new URL('./itn-document.ts', import.meta.url)

/** The audit actions for viewing a bill and for prefetching its PDF. */
const openedAction = 'authorization opened'
const prefetchedAction = 'authorization fetched ahead'

/** Endpoints of the rendered PDF of a bill, and of the entry that a prefetched one is now being viewed. */
export function itnPdfRoutes(app: FastifyInstance, { db, renderPool, config }: AuthorizationDeps) {
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
