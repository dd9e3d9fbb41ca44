import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditedRow } from '#clients/server/audited-query.ts'
import { respondWithPages } from '#clients/server/respond-with-pages.ts'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentNotFound } from '#platform/pdf/document-service/document-service.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { openSubmittedBill } from '../backoffice-contract.ts'
import { backofficeMessages } from '../backoffice-messages.ts'
import { openItnPdf, recordBillView } from '../contract.ts'
import { messages } from '../messages.ts'
import { openItnPdfByUrl } from '../specified-contract.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { findBill } from './pending-queries.ts'

/** The module that renders the PDF; only render workers load it. */
const itnDocument = new URL('./itn-document.ts', import.meta.url)

/** The audit actions for viewing a bill and for prefetching its PDF. */
const openedAction = 'authorization opened'
const prefetchedAction = 'authorization fetched ahead'

type PdfInput = z.output<typeof openItnPdfByUrl.request>

/** Endpoints of the PDFs of a bill, rendered and submitted, and of the entry that a prefetched one is now being viewed. */
export function itnPdfRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  const { db, renderPool, config } = deps
  const openPdf = async ({ itn, ahead }: PdfInput, request: FastifyRequest, reply: FastifyReply) => {
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
  }
  registerEndpoint(app, openItnPdf, openPdf)
  registerEndpoint(app, openItnPdfByUrl, openPdf)

  registerEndpoint(app, recordBillView, async ({ itn }, request) => {
    const reading = { action: openedAction, subject: itn }
    const bill = await auditedRow(db, request, reading, (scoped) => findBill(scoped, itn))
    if (!bill) throw problem(404, messages.unknown)
    return {}
  })

  registerEndpoint(app, openSubmittedBill, ({ itn }, request, reply) =>
    respondWithPages(deps, request, reply, {
      reading: { action: 'bill image opened', subject: itn },
      find: (scoped) => findSubmittedPdf(scoped, itn),
      title: backofficeMessages.intake.document(itn),
      fileName: ['bill', itn],
    }),
  )
}

const submittedPdf = z.object({
  sha256: z.string(),
  first: z.number(),
  last: z.number(),
  client: z.string(),
})

/** Finds all pages of the PDF that came with the current round of a bill. */
const findSubmittedPdf = (db: Database, itn: string) =>
  queryRow(
    db,
    submittedPdf,
    sql`
    select i.sha256, 1 as first, i.pages as last, i.client_code as client
      from authorization_intake i
      join authorization_request r using (itn, round)
     where itn = ${itn}`,
  )
