import type { FastifyInstance } from 'fastify'
import { codesIn } from '#cases/rules.ts'
import { needFeature } from '#clients/server/client-features.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import type { DocumentStore } from '#platform/server/document-store/document-store.ts'
import { documentMissing, openPages, shownAs } from '#platform/server/document-store/open-pages.ts'
import type { Press } from '#platform/server/documents/press.ts'
import { bytes, serve } from '#platform/server/serve.ts'
import type { Config } from '#platform/server/settings.ts'
import { callerOf, scopeOf } from '#sign-in/server/viewer.ts'
import { listBills, openBillImage } from '../contract.ts'
import { messages } from '../messages.ts'
import { billsOf, imagesOf } from './bill-queries.ts'

/** What the calls of billing work with. */
export type BillingParts = {
  db: Database
  store: DocumentStore
  press: Press
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME'>
}

/** The calls of billing: the bills of an incident, and their documents. */
export function billingRoutes(app: FastifyInstance, parts: BillingParts) {
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
    const pdf = await openPages(store, request.log, asked)
    reply.header('content-disposition', shownAs('bill', ITN))
    return bytes('application/pdf', pdf)
  })
}
