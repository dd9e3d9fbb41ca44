import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditedRows } from '#clients/server/audited-query.ts'
import type { Database } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { EmergencyAccess } from '#sign-in/server/emergency-scope.ts'
import { getClient } from '#sign-in/server/staff-principal.ts'
import { type CaseTimeline, listNotes, readTimeline } from '../activity-contract.ts'
import { listCaseDocuments, listMedicalRecords } from '../contract.ts'
import { parseClientCodes } from '../rules.ts'
import type { CaseDeps } from './document-routes.ts'
import {
  type ActivityCount,
  type AuthorizationRow,
  createActivityQuery,
  createAuthorizationQuery,
  findCaseDocuments,
  findMedicalRecords,
  type Key,
} from './incident-queries.ts'
import { findNotes } from './note-queries.ts'

/** Endpoints for the medical records, case documents, notes and the timeline of a case, as lists. */
export function contentRoutes(app: FastifyInstance, { db, config }: CaseDeps) {
  async function readRows<Row extends { client: string }>(
    request: FastifyRequest,
    key: Key,
    action: string,
    findRows: (
      scoped: Database,
      key: Key,
      abortSignal: AbortSignal,
      access?: EmergencyAccess,
    ) => Promise<Row[]>,
  ) {
    const reading = {
      action,
      subject: key.incidentNumber,
      only: parseClientCodes(key.client),
      emergencyCase: key,
    }
    return auditedRows(db, request, reading, (scoped, abortSignal, access) =>
      findRows(scoped, key, abortSignal, access),
    )
  }

  registerEndpoint(app, listMedicalRecords, async (key, request) => ({
    medicalRecords: await readRows(request, key, 'medical records read', findMedicalRecords),
  }))

  registerEndpoint(app, listCaseDocuments, async (key, request) => ({
    caseDocuments: await readRows(request, key, 'case documents read', findCaseDocuments),
  }))

  registerEndpoint(app, listNotes, async (key, request) => ({
    notes: await readRows(request, key, 'notes read', findNotes),
  }))

  const findActivity = createActivityQuery(config.PORTAL_TIME_ZONE)
  const findAuthorizations = createAuthorizationQuery(config.PORTAL_TIME_ZONE)

  registerEndpoint(app, readTimeline, async (key, request) => {
    const hasAuthorizations = Boolean(getClient(request).features.clientAuth)
    const rows = await readRows(
      request,
      key,
      'case timeline read',
      async (scoped, ofKey, abortSignal, access) => [
        ...(await findActivity(scoped, ofKey, abortSignal)),
        ...(hasAuthorizations && !access ? await findAuthorizations(scoped, ofKey, abortSignal) : []),
      ],
    )
    return toTimeline(rows)
  })
}

/** Splits the rows into dated activity, authorizations and the number of unprocessed bills. */
function toTimeline(rows: readonly (ActivityCount | AuthorizationRow)[]): CaseTimeline {
  const authorizations = rows.filter((row) => 'itn' in row)
  const counts = rows.filter((row) => 'count' in row)
  const timeline = counts.flatMap(({ day, kind, count }) => (day ? [{ day, kind, count }] : []))
  return { timeline, authorizations, waitingBills: counts.find(({ day }) => day === null)?.count ?? 0 }
}
