import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditedRow } from '#clients/server/audited-query.ts'
import { respondWithPages } from '#clients/server/respond-with-pages.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  contentDispositionName,
  type DocumentService,
  documentNotFound,
} from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import type { StepUpConfig } from '#sign-in/server/staff-sessions.ts'
import { openCaseDocument, openCaseSummary, openMedicalRecord } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  findIncidentFile,
  findSummaryData,
  type IncidentPageKind,
  type IncidentPageRange,
} from './incident-queries.ts'

/** Dependencies of the case routes. */
export type CaseDeps = {
  db: Database
  documentService: DocumentService
  renderPool: RenderPool
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME' | 'SEARCH_CONCURRENCY'> & StepUpConfig
}

/** Endpoints for medical records, case documents and the case summary, each as a PDF. */
export function documentRoutes(app: FastifyInstance, deps: CaseDeps) {
  registerEndpoint(app, openMedicalRecord, (form, request, reply) => {
    const range = {
      incidentNumber: form.IncidentNumber,
      first: form.PageStartNumber,
      last: form.PageEndNumber,
    }
    return openIncidentPages('medical_record', range, { deps, request, reply })
  })

  registerEndpoint(app, openCaseDocument, (form, request, reply) => {
    const range = { incidentNumber: form.IncidentNumber, first: form.PageStart, last: form.PageEnd }
    return openIncidentPages('case_document', range, { deps, request, reply })
  })

  registerEndpoint(app, openCaseSummary, async ({ IncidentNumber }, request, reply) => {
    const { db, renderPool, config } = deps
    const emergencyCase = { incidentNumber: IncidentNumber }
    const reading = { action: 'case summary opened', subject: IncidentNumber, emergencyCase }
    const loadData = async () => {
      const found = await auditedRow(db, request, reading, (scoped, abortSignal) =>
        findSummaryData(scoped, IncidentNumber, config.COMPANY_NAME, abortSignal),
      )
      if (!found) throw documentNotFound()
      return found
    }
    const pdf = await renderPool.pdf(summaryTemplate, loadData, getRequester(request))
    reply.header('content-disposition', contentDispositionName('case-summary', IncidentNumber))
    return bytes('application/pdf', pdf)
  })
}

/** The module that renders the summary; only render workers load it. */
const summaryTemplate = new URL('./summary-document.ts', import.meta.url)

type Call = { deps: CaseDeps; request: FastifyRequest; reply: FastifyReply }

function openIncidentPages(kind: IncidentPageKind, range: IncidentPageRange, { deps, request, reply }: Call) {
  const { incidentNumber, first, last } = range
  const action = kind === 'medical_record' ? 'medical record opened' : 'case document opened'
  return respondWithPages(deps, request, reply, {
    reading: { action, subject: incidentNumber, detail: { first, last }, emergencyCase: { incidentNumber } },
    find: async (scoped, abortSignal) => {
      const file = await findIncidentFile(scoped, kind, range, abortSignal)
      return file && { ...file, first, last }
    },
    title: messages.titles[kind](incidentNumber, first, last),
    fileName: [kind, incidentNumber, first, last],
  })
}
