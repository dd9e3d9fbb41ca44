import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { eitherSearch } from '#cases/contract.ts'
import { type ExportedList, internalList, recordExport } from '#platform/contract.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, queryRow, sql, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { messages } from '#platform/messages.ts'
import { mayReadAuditTrail } from '#sign-in/server/staff-grants.ts'
import {
  getCaller,
  getClient,
  getScope,
  getStaffPrincipal,
  hasRequiredFeatures,
} from '#sign-in/server/staff-principal.ts'
import type { Feature } from '../contract.ts'
import { hasAnyReport } from './client-grants.ts'
import { canIssueVobs } from './configuration-queries.ts'

/**
 * The endpoint that records downloads of lists. The rows come from reads that were audited before. The criteria may be
 * personal data, which the audit trail has of searches too.
 */
export function exportRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, recordExport, async ({ incidentNumber, criteria, ...detail }, request) => {
    const entry = { ...getCaller(request), action: 'list downloaded' }
    if (internalList.safeParse(detail.list).success) {
      if (!(await hasInternalList(db, request, detail.list))) throw problem(404, messages.notFound)
      await audit(db, { ...entry, subject: detail.list, detail })
      return { client: null }
    }
    const scope = getScope(request)
    if (!(await hasList(db, request, { list: detail.list, isOfCase: incidentNumber !== '' })))
      throw problem(404, messages.notFound)
    await withScope(db, scope, async (scoped) => {
      const codes = incidentNumber === '' ? scope : await findCodesOfIncident(scoped, incidentNumber)
      await audit(scoped, {
        ...entry,
        subject: incidentNumber || scope.join(','),
        clientCodes: codes,
        detail: { ...detail, ...(criteria && { criteria }) },
      })
    })
    return { client: getClient(request).id }
  })
}

async function hasInternalList(db: Database, request: FastifyRequest, list: ExportedList): Promise<boolean> {
  const { isInternal, userId } = getStaffPrincipal(request)
  return isInternal && (list !== 'audit-trail' || (await mayReadAuditTrail(db, userId)))
}

/** The features of which a client needs one to have a list; those of a case by default. */
const neededFeatures: Partial<Record<ExportedList, readonly Feature[]>> = {
  patients: ['patientSearch'],
  'current-activity': ['currentActivity'],
  authorizations: ['clientAuth'],
  decisions: ['clientAuth'],
  'authorization-metrics': ['clientAuth'],
}

/** Whether the current client has a list. Letters of a case also need the case. */
async function hasList(db: Database, request: FastifyRequest, { list, isOfCase }: RequestedList) {
  const client = getClient(request)
  const needed = neededFeatures[list] ?? eitherSearch
  const hasFeatures = hasRequiredFeatures(client.features, [needed])
  // Which reports a client has depends on its features; those that it can read, it can download.
  if (list === 'report') return hasAnyReport(db, client.id)
  if (list !== 'vobs') return hasFeatures
  return (hasFeatures || !isOfCase) && (await canIssueVobs(db, client))
}

type RequestedList = { list: ExportedList; isOfCase: boolean }

async function findCodesOfIncident(scoped: Database, incidentNumber: string) {
  const incident = await queryRow(
    scoped,
    z.object({ client: z.string() }),
    sql`select client_code as client from incident where incident_number = ${incidentNumber}`,
  )
  if (!incident) throw problem(404, messages.notFound)
  return [incident.client]
}
