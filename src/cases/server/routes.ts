import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { needFeature } from '#clients/server/client-features.ts'
import { dayFrom } from '#platform/contract/calendar.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { serve } from '#platform/server/serve.ts'
import { takeTurns } from '#platform/server/turns.ts'
import { callerOf, scopeOf, viewerOf } from '#sign-in/server/viewer.ts'
import {
  type CaseRow,
  listCaseDocuments,
  listCurrentActivity,
  listMedicalRecords,
  listNotes,
  searchPatients,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { codesIn, faultOfActivitySearch, faultOfPatientSearch, mostRows } from '../rules.ts'
import { type CaseParts, eitherSearch } from './case-parts.ts'
import { activeCases, patientsBy } from './case-queries.ts'
import { documentRoutes } from './document-routes.ts'
import { caseDocumentsOf, medicalRecordsOf, notesOf } from './incident-queries.ts'

/** The calls of the cases: searches, what is in a case, and its documents. */
export function casesRoutes(app: FastifyInstance, parts: CaseParts) {
  searchRoutes(app, parts)
  contentRoutes(app, parts)
  documentRoutes(app, parts)
}

function searchRoutes(app: FastifyInstance, { db, config }: CaseParts) {
  const inTurn = takeTurns(config.SEARCHES_AT_ONCE)
  const search = (
    request: FastifyRequest,
    only: string[] | undefined,
    work: (scoped: Database) => Promise<Found>,
  ) => inTurn(viewerOf(request).userId, request.hangUp, () => withScope(db, scopeOf(request, only), work))

  serve(app, searchPatients, async ({ searchTerm, searchType, client }, request) => {
    await needFeature(db, request, 'patientSearch')
    refuse(faultOfPatientSearch(searchType, searchTerm))
    return search(request, codesIn(client), async (scoped) => {
      const rows = await patientsBy(scoped, searchType, searchTerm, request.hangUp)
      await auditSearch(scoped, request, 'patients searched', { searchType, searchTerm, rows: rows.length })
      return answerOf(rows)
    })
  })

  serve(app, listCurrentActivity, async (asked, request) => {
    await needFeature(db, request, 'currentActivity')
    refuse(faultOfActivitySearch(asked))
    const span = {
      first: dayFrom(asked.startDate) ?? '',
      last: dayFrom(asked.endDate) ?? '',
      timeZone: config.PORTAL_TIME_ZONE,
    }
    return search(request, asked.clients, async (scoped) => {
      const rows = await activeCases(scoped, asked.activityList, span, request.hangUp)
      const { first, last } = span
      const kinds = asked.activityList.join(',')
      await auditSearch(scoped, request, 'current activity read', { first, last, kinds, rows: rows.length })
      return answerOf(rows)
    })
  })
}

function refuse(fault: string | undefined) {
  if (fault) throw problem(422, fault)
}

type Found = z.infer<typeof searchPatients.response>

const answerOf = (rows: CaseRow[]): Found => ({
  patients: rows.slice(0, mostRows),
  notice: rows.length > mostRows ? messages.moreThanShown(mostRows) : null,
})

function contentRoutes(app: FastifyInstance, { db }: CaseParts) {
  serve(app, listMedicalRecords, async (key, request) => {
    await needFeature(db, request, ...eitherSearch)
    return withScope(db, scopeOf(request, codesIn(key.client)), async (scoped) => {
      await auditRead(scoped, request, 'medical records read', key.incidentNumber)
      return { medicalRecords: await medicalRecordsOf(scoped, key, request.hangUp) }
    })
  })

  serve(app, listCaseDocuments, async (key, request) => {
    await needFeature(db, request, ...eitherSearch)
    return withScope(db, scopeOf(request, codesIn(key.client)), async (scoped) => {
      await auditRead(scoped, request, 'case documents read', key.incidentNumber)
      return { caseDocuments: await caseDocumentsOf(scoped, key, request.hangUp) }
    })
  })

  serve(app, listNotes, async (key, request) => {
    await needFeature(db, request, ...eitherSearch)
    return withScope(db, scopeOf(request, codesIn(key.client)), async (scoped) => {
      await auditRead(scoped, request, 'notes read', key.incidentNumber)
      return { notes: await notesOf(scoped, key, request.hangUp) }
    })
  })
}

type Detail = Record<string, string | number>

const auditSearch = (db: Database, request: FastifyRequest, action: string, detail: Detail) =>
  audit(db, { ...callerOf(request), action, subject: scopeOf(request).join(','), detail })

const auditRead = (db: Database, request: FastifyRequest, action: string, subject: string) =>
  audit(db, { ...callerOf(request), action, subject })
