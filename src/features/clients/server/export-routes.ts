import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, queryRow, sql, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { recordExport } from '#platform/list-export-contract.ts'
import { messages } from '#platform/messages.ts'
import { getCaller, getScope } from '#sign-in/server/staff-principal.ts'

/**
 * The endpoint that records downloads of lists. The rows come from reads that were audited before. The criteria may be
 * personal data, which the audit trail has of searches too.
 */
export function exportRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, recordExport, async ({ incidentNumber, criteria, ...detail }, request) => {
    const scope = getScope(request)
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

async function findCodesOfIncident(scoped: Database, incidentNumber: string) {
  const incident = await queryRow(
    scoped,
    z.object({ client: z.string() }),
    sql`select client_code as client from incident where incident_number = ${incidentNumber}`,
  )
  if (!incident) throw problem(404, messages.notFound)
  return [incident.client]
}
