import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicClient } from '#platform/contract/analytics.ts'
import { Problem } from '#platform/server/problem.ts'
import { clientOf, type Viewer, viewerOf } from '#sign-in/server/staff-principal.ts'
import { searchDefinitionOf } from './search-access-guard.ts'

const isStaffSearch = (request: FastifyRequest) => searchDefinitionOf(request).access === 'signed-in'

/** The client whose staff send this request, or "Public" in a search that is open to everyone. */
export const analyticsClientName = (request: FastifyRequest) =>
  isStaffSearch(request) ? clientOf(request).name : publicClient

/** The signed-in user, also in public searches; undefined for a visitor. */
export async function signedInViewer(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<Viewer | undefined> {
  if (isStaffSearch(request)) return viewerOf(request)
  if (request.headers.authorization === undefined || !app.guards.staff) return undefined
  try {
    await app.guards.staff({}, request)
    return viewerOf(request)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

/** The actor recorded in the audit trail. */
export const auditActor = (
  request: FastifyRequest,
  viewer = isStaffSearch(request) ? viewerOf(request) : undefined,
) => ({
  actor: viewer?.userId ?? 'visitor',
  ...(viewer?.client ? { detail: { client: viewer.client.id } } : {}),
  address: request.ip,
  reference: request.id,
})
