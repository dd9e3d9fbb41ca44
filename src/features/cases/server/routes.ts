import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audited, type Reading } from '#clients/server/audited-query.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { parseDay } from '#platform/contract/date-format.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getRequester } from '#sign-in/server/staff-principal.ts'
import { listCurrentActivity, searchPatients } from '../contract.ts'
import { messages } from '../messages.ts'
import { firstActivitySearchError, maxRows, parseClientCodes, validatePatientSearch } from '../rules.ts'
import { type FoundCases, findActiveCases, findPatients } from './case-queries.ts'
import { activityRoutes, caseRoutes } from './case-routes.ts'
import { contentRoutes } from './content-routes.ts'
import { type CaseDeps, documentRoutes } from './document-routes.ts'
import { emergencyRoutes } from './emergency/emergency-routes.ts'

/** API endpoints of cases: searches, case contents and documents. */
export function casesRoutes(app: FastifyInstance, deps: CaseDeps) {
  searchRoutes(app, deps)
  caseRoutes(app, deps)
  contentRoutes(app, deps)
  activityRoutes(app, deps)
  documentRoutes(app, deps)
  emergencyRoutes(app, deps)
}

function searchRoutes(app: FastifyInstance, { db, config }: CaseDeps) {
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY)
  const search = (request: FastifyRequest, reading: Reading, find: Find) =>
    enqueue(getRequester(request), () => audited(db, request, reading, find, describeAccess))

  registerEndpoint(app, searchPatients, async ({ searchTerm, searchType, client }, request) => {
    rejectIf(validatePatientSearch(searchType, searchTerm))
    const detail = { searchType, searchTerm }
    const reading = { action: 'patients searched', only: parseClientCodes(client), detail }
    const found = await search(request, reading, (scoped, abortSignal) =>
      findPatients(scoped, searchType, searchTerm, abortSignal),
    )
    return toResponse(found, messages.moreThanShown(maxRows))
  })

  registerEndpoint(app, listCurrentActivity, async (form, request) => {
    rejectIf(firstActivitySearchError(form))
    const { activityList: kinds, newestFirst } = form
    const days = { first: parseDay(form.startDate) ?? '', last: parseDay(form.endDate) ?? '' }
    const dates = { ...days, timeZone: config.PORTAL_TIME_ZONE }
    const detail = { ...days, kinds: kinds.join(','), ...(newestFirst && { newestFirst }) }
    const reading = { action: 'current activity read', only: form.clients, detail }
    const found = await search(request, reading, (scoped, abortSignal) =>
      findActiveCases(scoped, { kinds, dates, newestFirst }, abortSignal),
    )
    return toResponse(found, (newestFirst ? messages.newestShown : messages.moreThanShown)(maxRows))
  })
}

/** Describes the response for the audit trail: its row count, the client codes of its rows, and what they are about. */
const describeAccess = ({ rows, codes, shown }: FoundCases) => ({
  rows: Math.min(rows, maxRows),
  codes,
  shown,
})

type Find = (scoped: Database, abortSignal: AbortSignal) => Promise<FoundCases>

function rejectIf(error: string | undefined) {
  if (error) throw problem(422, error)
}

/**
 * Builds the response as JSON text, because the rows arrive as JSON text from the database. The notice says which rows
 * it has if there are too many.
 */
function toResponse({ rows, patients }: FoundCases, notice: string) {
  const shown = rows > maxRows ? notice : null
  return jsonText(`{"patients":${patients},"notice":${JSON.stringify(shown)}}`)
}
