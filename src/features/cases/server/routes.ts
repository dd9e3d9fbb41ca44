import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audited, auditedRows, type Reading } from '#clients/server/audited-query.ts'
import { parseDay } from '#platform/contract/calendar.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { jsonText, registerEndpoint } from '#platform/server/register-endpoint.ts'
import { createSearchQueue } from '#platform/server/search-queue.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import {
  listCaseDocuments,
  listCurrentActivity,
  listMedicalRecords,
  listNotes,
  readTimeline,
  searchPatients,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { codesIn, firstActivitySearchError, mostRows, validatePatientSearch } from '../rules.ts'
import type { CaseDeps } from './case-deps.ts'
import { activeCases, type FoundCases, patientsBy } from './case-queries.ts'
import { documentRoutes } from './document-routes.ts'
import {
  caseDocumentsOf,
  type Happening,
  happeningsOf,
  type Key,
  medicalRecordsOf,
  notesOf,
} from './incident-queries.ts'

/** API endpoints of cases: searches, case contents and documents. */
export function casesRoutes(app: FastifyInstance, deps: CaseDeps) {
  searchRoutes(app, deps)
  contentRoutes(app, deps)
  documentRoutes(app, deps)
}

function searchRoutes(app: FastifyInstance, { db, config }: CaseDeps) {
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY)
  const search = async (request: FastifyRequest, reading: Reading, find: Find) =>
    answerOf(await enqueue(getRequester(request), () => audited(db, request, reading, find, shownOf)))

  registerEndpoint(app, searchPatients, async ({ searchTerm, searchType, client }, request) => {
    refuse(validatePatientSearch(searchType, searchTerm))
    const detail = { searchType, searchTerm }
    const reading = { action: 'patients searched', only: codesIn(client), detail }
    return search(request, reading, (scoped, abortSignal) =>
      patientsBy(scoped, searchType, searchTerm, abortSignal),
    )
  })

  registerEndpoint(app, listCurrentActivity, async (asked, request) => {
    refuse(firstActivitySearchError(asked))
    const days = { first: parseDay(asked.startDate) ?? '', last: parseDay(asked.endDate) ?? '' }
    const span = { ...days, timeZone: config.PORTAL_TIME_ZONE }
    const detail = { ...days, kinds: asked.activityList.join(',') }
    const reading = { action: 'current activity read', only: asked.clients, detail }
    return search(request, reading, (scoped, abortSignal) =>
      activeCases(scoped, asked.activityList, span, abortSignal),
    )
  })
}

/** The columns to return, and the access to record in the audit trail. */
const shownOf = ({ rows, codes }: FoundCases) => ({ rows: Math.min(rows, mostRows), codes })

type Find = (scoped: Database, abortSignal: AbortSignal) => Promise<FoundCases>

function refuse(fault: string | undefined) {
  if (fault) throw problem(422, fault)
}

/** A response as the contract describes it; its rows arrive from the database as JSON text. */
function answerOf({ rows, patients }: FoundCases) {
  const notice = rows > mostRows ? messages.moreThanShown(mostRows) : null
  return jsonText(`{"patients":${patients},"notice":${JSON.stringify(notice)}}`)
}

function contentRoutes(app: FastifyInstance, { db, config }: CaseDeps) {
  async function readOf<Row extends { client: string }>(
    request: FastifyRequest,
    key: Key,
    action: string,
    rowsOf: (scoped: Database, key: Key, abortSignal: AbortSignal) => Promise<Row[]>,
  ) {
    const reading = { action, subject: key.incidentNumber, only: codesIn(key.client) }
    return auditedRows(db, request, reading, (scoped, abortSignal) => rowsOf(scoped, key, abortSignal))
  }

  registerEndpoint(app, listMedicalRecords, async (key, request) => ({
    medicalRecords: await readOf(request, key, 'medical records read', medicalRecordsOf),
  }))

  registerEndpoint(app, listCaseDocuments, async (key, request) => ({
    caseDocuments: await readOf(request, key, 'case documents read', caseDocumentsOf),
  }))

  registerEndpoint(app, listNotes, async (key, request) => ({
    notes: await readOf(request, key, 'notes read', notesOf),
  }))

  registerEndpoint(app, readTimeline, async (key, request) =>
    timelineFrom(await readOf(request, key, 'case timeline read', happeningsOf(config.PORTAL_TIME_ZONE))),
  )
}

/** Splits the counts into dated activity and the number of unprocessed bills. */
function timelineFrom(happenings: readonly Happening[]) {
  const timeline = happenings.flatMap(({ day, kind, count }) => (day ? [{ day, kind, count }] : []))
  return { timeline, waitingBills: happenings.find(({ day }) => day === null)?.count ?? 0 }
}
