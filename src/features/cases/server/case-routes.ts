import type { FastifyInstance } from 'fastify'
import { audited, auditedRow, auditedRows } from '#clients/server/audited-query.ts'
import { writeNoteOnce } from '#clients/server/write-note.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EmergencyAccess } from '#sign-in/server/emergency-scope.ts'
import { getClient, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { addNote, readFeed } from '../activity-contract.ts'
import { type CaseDetails, listRecentCases, readCase } from '../case-contract.ts'
import { messages } from '../messages.ts'
import { isIncident, noteFaults, parseClientCodes } from '../rules.ts'
import {
  countContents,
  findPatientName,
  findPendingOfIncident,
  findRecentCases,
  recordOpening,
  sumBills,
} from './case-details-queries.ts'
import { findCasesByRow } from './case-queries.ts'
import type { CaseDeps } from './document-routes.ts'
import { createFeedQuery } from './feed-queries.ts'
import { findIncident } from './incident-queries.ts'
import { findStaffNote, insertNote } from './note-queries.ts'

/** Endpoints for a case by its address, and for the recent cases of a person. */
export function caseRoutes(app: FastifyInstance, { db }: CaseDeps) {
  registerEndpoint(app, readCase, async ({ row }, request) => {
    const { userId } = getStaffPrincipal(request)
    const withAuthorizations = Boolean(getClient(request).features.clientAuth)
    const found = await audited(
      db,
      request,
      { action: 'case opened', emergencyCase: { rowKey: row } },
      async (scoped, abortSignal, access) => {
        const wanted = { row, withAuthorizations: withAuthorizations && !access }
        const details = await findDetails(scoped, wanted, abortSignal)
        if (details && !access) await recordOpening(scoped, userId, details.case)
        return details && access ? { ...details, emergencyAccess: describeAccess(access) } : details
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
        ({ incidentNumber, client, patientCode }) => incidentNumber ?? `${client} ${patientCode}`,
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
      emergencyCase: { incidentNumber: key.incidentNumber },
    }
    const hasAuthorizations = Boolean(getClient(request).features.clientAuth)
    const feed = await auditedRow(db, request, reading, (scoped, abortSignal, access) => {
      const withAuthorizations = hasAuthorizations && !access
      return createFeedQuery({ timeZone: config.PORTAL_TIME_ZONE, withAuthorizations })(
        scoped,
        key,
        abortSignal,
      )
    })
    return feed ?? { entries: [], counts: { NOTES: 0, MR: 0, CASE: 0, BILLS: 0, AUTH: 0 } }
  })

  registerEndpoint(app, addNote, ({ noteId, noteText, ...key }, request) =>
    writeNoteOnce(
      db,
      request,
      { id: noteId, text: noteText },
      {
        action: 'note written',
        idName: 'note',
        messages: { ...noteFaults, notFound: messages.incidentNotFound, idReused: messages.noteIdReused },
        only: parseClientCodes(key.client),
        findTarget: async (scoped) => {
          const incident = await findIncident(scoped, key)
          return incident && { ...incident, subject: incident.incidentNumber }
        },
        insert: insertNote,
        find: findStaffNote,
      },
    ),
  )
}

const describeAccess = ({ id, endsAt }: EmergencyAccess) => ({ id, endsAt: endsAt.toISOString() })

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
