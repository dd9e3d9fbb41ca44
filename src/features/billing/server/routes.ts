import type { FastifyInstance } from 'fastify'
import { parseClientCodes } from '#cases/rules.ts'
import { auditedRow, auditedRows } from '#clients/server/audited-query.ts'
import { respondWithPages } from '#clients/server/respond-with-pages.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  contentDispositionName,
  createExtractionContext,
  type DocumentService,
  documentNotFound,
  extractForResponse,
  rejectTooManyPages,
} from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { listBills, openBillImage, openRepricingInvoice } from '../contract.ts'
import { messages } from '../messages.ts'
import { allBills } from '../rules.ts'
import { findBillImages, findBills, findInvoiceData } from './bill-queries.ts'

/** Dependencies of the billing routes. */
export type BillingDeps = {
  db: Database
  documentService: DocumentService
  renderPool: RenderPool
  config: Pick<Config, 'COMPANY_NAME'>
}

/** API endpoints of billing: the bills of an incident and their documents. */
export function billingRoutes(app: FastifyInstance, deps: BillingDeps) {
  invoiceRoute(app, deps)
  const { db } = deps

  registerEndpoint(app, listBills, async (key, request) => {
    const { incidentNumber } = key
    const only = parseClientCodes(key.client)
    const reading = { action: 'bills read', subject: incidentNumber, only, emergencyCase: { incidentNumber } }
    return {
      bills: await auditedRows(db, request, reading, (scoped, abortSignal) =>
        findBills(scoped, key, abortSignal),
      ),
    }
  })

  registerEndpoint(app, openBillImage, ({ IncidentNumber: incidentNumber, ITN: itn }, request, reply) =>
    respondWithPages(deps, request, reply, {
      reading: { action: 'bill image opened', subject: itn, emergencyCase: { incidentNumber } },
      find: async (scoped, abortSignal) => {
        const [image] = await findBillImages(scoped, { incidentNumber, itn }, abortSignal)
        return image
      },
      title: messages.titles.image(itn),
      fileName: ['bill', itn],
    }),
  )
}

/** The module that renders the invoice; only render workers load it. */
const invoiceTemplate = new URL('./invoice-document.ts', import.meta.url)

function invoiceRoute(app: FastifyInstance, { db, documentService, renderPool, config }: BillingDeps) {
  registerEndpoint(app, openRepricingInvoice, async ({ IncidentNumber, ITN, ...form }, request, reply) => {
    const itn = ITN === allBills ? undefined : ITN
    const selection = { incidentNumber: IncidentNumber, itn }
    const withImages = form.ShowImages === 'true' || form.BillImage === 'true'
    const reading = {
      action: 'repricing invoice opened',
      subject: IncidentNumber,
      detail: { itn: ITN },
      emergencyCase: { incidentNumber: IncidentNumber },
    }
    const company = config.COMPANY_NAME
    let images: Awaited<ReturnType<typeof findBillImages>> = []
    const loadData = async () => {
      const found = await auditedRow(db, request, reading, async (scoped, abortSignal) => {
        const data = await findInvoiceData(scoped, selection, abortSignal)
        return (
          data && { ...data, images: withImages ? await findBillImages(scoped, selection, abortSignal) : [] }
        )
      })
      if (!found) throw documentNotFound()
      images = found.images.filter((image) => found.bills.some((bill) => bill.itn === image.itn))
      rejectTooManyPages(documentService, images)
      return { ...found, images, company }
    }
    const pdf = await renderPool.pdf(invoiceTemplate, loadData, getRequester(request))
    reply.header('content-disposition', contentDispositionName('repricing-invoice', IncidentNumber, ITN))
    if (images.length === 0) return bytes('application/pdf', pdf)
    const title = itn ? messages.titles.invoice(itn) : messages.titles.invoiceOfAll(IncidentNumber)
    const options = { parts: images, generated: pdf, title, author: company, language: 'en-US' }
    const extract = () => extractForResponse(documentService, createExtractionContext(request), options)
    return bytes('application/pdf', await documentService.enqueueExtraction(getRequester(request), extract))
  })
}
