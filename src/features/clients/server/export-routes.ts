import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, queryRow, sql, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { type ExportedList, recordExport } from '#platform/list-export-contract.ts'
import { messages } from '#platform/messages.ts'
import { getCaller, getClient, getScope, hasRequiredFeatures } from '#sign-in/server/staff-principal.ts'
import type { Feature } from '../contract.ts'

/**
 * The endpoint that records downloads of lists. The rows come from reads that were audited before. The criteria may be
 * personal data, which the audit trail has of searches too.
 */
export function exportRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, recordExport, async ({ incidentNumber, criteria, ...detail }, request) => {
    const scope = getScope(request)
    if (!(await hasList(db, request, detail.list))) throw problem(404, messages.notFound)
    await withScope(db, scope, async (scoped) => {
      const codes = incidentNumber === '' ? scope : await findCodesOfIncident(scoped, incidentNumber)
      await audit(scoped, {
        ...getCaller(request),
        action: 'list downloaded',
        subject: incidentNumber || scope.join(','),
        clientCodes: codes,
        detail: { ...detail, ...(criteria && { criteria }) },
      })
    })
    return {}
  })
}

const caseFeatures: readonly Feature[] = ['patientSearch', 'currentActivity']

/** The features of which a client needs one to have a list; those of a case by default. */
const neededFeatures: Partial<Record<ExportedList, readonly Feature[]>> = {
  patients: ['patientSearch'],
  'current-activity': ['currentActivity'],
  authorizations: ['clientAuth'],
}

/** Whether the current client has a list. Letters need a search with verifications of benefits. */
async function hasList(db: Database, request: FastifyRequest, list: ExportedList): Promise<boolean> {
  const { id, features } = getClient(request)
  if (list !== 'vobs') return hasRequiredFeatures(features, [neededFeatures[list] ?? caseFeatures])
  const search = await queryRow(
    db,
    z.object({}),
    sql`
    select from client_provider_search s
      join search_definition d on d.key = s.definition_key
     where s.client_id = ${id} and d.is_vob
     limit 1`,
  )
  return search !== undefined
}

async function findCodesOfIncident(scoped: Database, incidentNumber: string) {
  const incident = await queryRow(
    scoped,
    z.object({ client: z.string() }),
    sql`select client_code as client from incident where incident_number = ${incidentNumber}`,
  )
  if (!incident) throw problem(404, messages.notFound)
  return [incident.client]
}
