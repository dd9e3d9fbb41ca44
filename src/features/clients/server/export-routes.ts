import type { FastifyInstance } from 'fastify'
import { audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { recordExport } from '#platform/list-export-contract.ts'
import { callerOf, scopeOf } from '#sign-in/server/staff-principal.ts'

/** The endpoint that records downloads of lists. The rows come from reads that were audited before. */
export function exportRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, recordExport, async (detail, request) => {
    const scope = scopeOf(request)
    await withScope(db, scope, (scoped) =>
      audit(scoped, {
        ...callerOf(request),
        action: 'list downloaded',
        subject: scope.join(','),
        clientCodes: scope,
        detail,
      }),
    )
    return {}
  })
}
