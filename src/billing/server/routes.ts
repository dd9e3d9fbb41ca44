import type { FastifyInstance } from 'fastify'
import { codesIn } from '#cases/rules.ts'
import { needFeature } from '#clients/server/client-features.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import type { DocumentStore } from '#platform/server/document-store/document-store.ts'
import { alarmOf } from '#platform/server/document-store/lost-documents.ts'
import { documentMissing, openPages, shownAs } from '#platform/server/document-store/open-pages.ts'
import type { Press } from '#platform/server/documents/press.ts'
import { bytes, serve } from '#platform/server/serve.ts'
import type { Config } from '#platform/server/settings.ts'
import { callerOf, scopeOf, viewerOf } from '#sign-in/server/viewer.ts'
import { listBills, openBillImage, openRepricingInvoice } from '../contract.ts'
import { messages } from '../messages.ts'
import { billsOf, imagesOf } from './bill-queries.ts'
import { invoiceFactsOf } from './invoice-facts.ts'

/** What the calls of billing work with. */
export type BillingParts = {
  db: Database
  store: DocumentStore
  press: Press
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME'>
}

/** The calls of billing: the bills of an incident, and their documents. */
export function billingRoutes(app: FastifyInstance, parts: BillingParts) {
  invoiceRoute(app, parts)
  const { db, store, config } = parts

  serve(app, listBills, async (key, request) => {
    await needFeature(db, request, 'patientSearch', 'currentActivity')
    return withScope(db, scopeOf(request, codesIn(key.client)), async (scoped) => {
      await audit(scoped, { ...callerOf(request), action: 'bills read', subject: key.incidentNumber })
      return { bills: await billsOf(scoped, key, request.hangUp) }
    })
  })

  serve(app, openBillImage, async ({ IncidentNumber, ITN }, request, reply) => {
    await needFeature(db, request, 'patientSearch', 'currentActivity')
    const [image] = await withScope(db, scopeOf(request), async (scoped) => {
      const found = await imagesOf(scoped, IncidentNumber, ITN)
      if (found.length > 0)
        await audit(scoped, { ...callerOf(request), action: 'bill image opened', subject: ITN })
      return found
    })
    if (!image) throw documentMissing()
    const asked = { parts: [image], title: messages.titles.image(ITN), author: config.COMPANY_NAME }
    const pdf = await openPages(store, alarmOf(request), asked)
    reply.header('content-disposition', shownAs('bill', ITN))
    return bytes('application/pdf', pdf)
  })
}

/** The module that makes the invoice; only the press loads it. */
const invoice = new URL('./invoice-document.ts', import.meta.url)
const everyBill = 'ALL'

function invoiceRoute(app: FastifyInstance, { db, store, press, config }: BillingParts) {
  serve(app, openRepricingInvoice, async ({ IncidentNumber, ITN, ...form }, request, reply) => {
    await needFeature(db, request, 'patientSearch', 'currentActivity')
    const itn = ITN === everyBill ? undefined : ITN
    const withImages = form.ShowImages === 'true' || form.BillImage === 'true'
    const found = await withScope(db, scopeOf(request), async (scoped) => {
      const facts = await invoiceFactsOf(scoped, IncidentNumber, itn)
      if (!facts) return undefined
      const event = { ...callerOf(request), action: 'repricing invoice opened', subject: IncidentNumber }
      await audit(scoped, { ...event, detail: { itn: ITN } })
      return { facts, images: withImages ? await imagesOf(scoped, IncidentNumber, itn) : [] }
    })
    if (!found) throw documentMissing()
    const { facts, images } = found
    const company = config.COMPANY_NAME
    const pdf = await press.pdf(invoice, { ...facts, company }, { person: viewerOf(request).userId })
    reply.header('content-disposition', shownAs('repricing-invoice', IncidentNumber, ITN))
    if (images.length === 0) return bytes('application/pdf', pdf)
    const title = itn ? messages.titles.invoice(itn) : messages.titles.invoiceOfAll(IncidentNumber)
    const invoiced = images.filter((image) => facts.bills.some((bill) => bill.itn === image.itn))
    const asked = { parts: [{ pdf }, ...invoiced], title, author: company, language: 'en-US' }
    return bytes('application/pdf', await openPages(store, alarmOf(request), asked))
  })
}
