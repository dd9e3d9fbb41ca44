import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicClient } from '#platform/contract/analytics.ts'
import { Problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal, type StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { searchDefinitionOf } from './search-access-guard.ts'

const isStaffSearch = (request: FastifyRequest) => searchDefinitionOf(request).access === 'signed-in'

/** The client whose staff send this request, or "Public" in a search that is open to everyone. */
export const analyticsClientName = (request: FastifyRequest) =>
  isStaffSearch(request) ? clientOf(request).name : publicClient

/** The signed-in user, also in public searches; undefined for a visitor. */
export async function findStaffPrincipal(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<StaffPrincipal | undefined> {
  if (isStaffSearch(request)) return getStaffPrincipal(request)
  if (request.headers.authorization === undefined || !app.guards.staff) return undefined
  try {
    await app.guards.staff({}, request)
    return getStaffPrincipal(request)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined
    throw error
  }
}

/** The actor recorded in the audit trail. */
export const auditActor = (
  request: FastifyRequest,
  principal = isStaffSearch(request) ? getStaffPrincipal(request) : undefined,
) => ({
  actor: principal?.userId ?? 'visitor',
  ...(principal?.client ? { detail: { client: principal.client.id } } : {}),
  address: request.ip,
  reference: request.id,
})
