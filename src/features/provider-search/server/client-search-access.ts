import type { FastifyInstance } from 'fastify'
import { findGrantedSearch } from '#clients/server/client-searches.ts'
import { messages as platform } from '#platform/messages.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf } from '#sign-in/server/staff-principal.ts'
import type { AuthorizeSignedIn } from './search-access-guard.ts'
import { searchMessages } from './search-messages.ts'

/**
 * Limits staff to the searches and networks of their current client; responds with 404 for any other search.
 */
export function authorizeStaff(app: FastifyInstance, db: Database): AuthorizeSignedIn {
  return async (definition, request) => {
    if (!app.guards.staff) throw problem(401, platform.signInNeeded)
    await app.guards.staff({}, request)
    const granted = await findGrantedSearch(db, clientOf(request).id, definition.key)
    if (!granted) throw problem(404, searchMessages.unknownDefinition)
    const networks = definition.networks.filter(({ code }) => granted.networks?.includes(code) ?? true)
    return { ...definition, networks }
  }
}
