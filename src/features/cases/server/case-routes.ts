import type { FastifyInstance } from 'fastify'
import { audited, auditedRow, auditedRows } from '#clients/server/audited-query.ts'
import { normalizeText, noteLength } from '#platform/contract/normalize-text.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getClient, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { addNote, readFeed } from '../activity-contract.ts'
import { type CaseDetails, listRecentCases, readCase } from '../case-contract.ts'
import { messages } from '../messages.ts'
import { isIncident, parseClientCodes, validateNote } from '../rules.ts'
import { countContents, findPatientName, findPendingOfIncident, sumBills } from './case-details-queries.ts'
import { findCasesByRow } from './case-queries.ts'
import type { CaseDeps } from './document-routes.ts'
import { createFeedQuery } from './feed-queries.ts'
import { findIncident } from './incident-queries.ts'
import { findStaffNote, insertNote } from './note-queries.ts'
import { findRecentCases, recordOpening } from './recent-case-queries.ts'

/** Endpoints for a case by its address, and for the recent cases of a person. */
export function caseRoutes(app: FastifyInstance, { db }: CaseDeps) {
  registerEndpoint(app, readCase, async ({ row }, request) => {
    const { userId } = getStaffPrincipal(request)
    const withAuthorizations = Boolean(getClient(request).features.clientAuth)
    const found = await audited(
      db,
      request,
      { action: 'case opened' },
      async (scoped, abortSignal) => {
        const details = await findDetails(scoped, { row, withAuthorizations }, abortSignal)
        if (details) await recordOpening(scoped, userId, details.case)
        return details
      },
      (details) => ({
        rows: details ? 1 : 0,
        codes: details ? [details.case.client] : [],
        subject: details?.case.incidentNumber ?? row,
      }),
    )
    if (!found) throw problem(404, messages.caseNotFound)
    return found
  })

  registerEndpoint(app, listRecentCases, async (_input, request) => {
    const { userId } = getStaffPrincipal(request)
    return {
      patients: await auditedRows(
        db,
        request,
        { action: 'recent cases read', subject: userId },
        (scoped, abortSignal) => findRecentCases(scoped, userId, abortSignal),
      ),
    }
  })
}

/** Endpoints for the feed of a case and for new notes. */
export function activityRoutes(app: FastifyInstance, { db, config }: CaseDeps) {
  registerEndpoint(app, readFeed, async (key, request) => {
    const reading = {
      action: 'case feed read',
      subject: key.incidentNumber,
      only: parseClientCodes(key.client),
    }
    const withAuthorizations = Boolean(getClient(request).features.clientAuth)
    const findFeed = createFeedQuery({ timeZone: config.PORTAL_TIME_ZONE, withAuthorizations })
    const feed = await auditedRow(db, request, reading, (scoped, abortSignal) =>
      findFeed(scoped, key, abortSignal),
    )
    return feed ?? { entries: [], counts: { NOTES: 0, MR: 0, CASE: 0, BILLS: 0, AUTH: 0 } }
  })

  registerEndpoint(app, addNote, async ({ noteId, noteText, ...key }, request) => {
    const error = validateNote(noteText)
    if (error) throw problem(422, error)
    const { userId, name } = getStaffPrincipal(request)
    const text = normalizeText(noteText)
    return withScope(db, getScope(request, parseClientCodes(key.client)), async (scoped) => {
      const incident = await findIncident(scoped, key)
      if (!incident) throw problem(404, messages.incidentNotFound)
      const note = { ...incident, noteId, type: messages.staffNote, text, author: { id: userId, name } }
      const isNew = await insertNote(scoped, note)
      const stored = await findStaffNote(scoped, note)
      if (!stored?.isSame) throw problem(422, messages.noteIdReused)
      if (isNew) {
        await audit(scoped, {
          ...getCaller(request),
          action: 'note written',
          subject: incident.incidentNumber,
          clientCode: incident.client,
          detail: { note: noteId, characters: noteLength(text) },
        })
      }
      return stored
    })
  })
}

type Wanted = { row: string; withAuthorizations: boolean }

/** Finds a case by the key of its row, with its numbers and, on request, its pending authorizations. */
async function findDetails(
  db: Database,
  { row, withAuthorizations }: Wanted,
  signal: AbortSignal,
): Promise<CaseDetails | undefined> {
  const [found] = await findCasesByRow(db, [row], signal)
  if (!isIncident(found)) return undefined
  const { incidentNumber } = found
  return {
    case: { ...found, ...(await findPatientName(db, incidentNumber, signal)) },
    counts: await countContents(db, incidentNumber, signal),
    sums: await sumBills(db, incidentNumber, signal),
    pendingAuthorizations: withAuthorizations ? await findPendingOfIncident(db, incidentNumber, signal) : [],
  }
}
