import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicClient } from '#platform/contract/analytics.ts'
import { Problem } from '#platform/server/problem.ts'
import { clientOf, getStaffPrincipal, type StaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { searchDefinitionOf } from './search-access-guard.ts'

const isStaffSearch = (request: FastifyRequest) => searchDefinitionOf(request).access === 'signed-in'

/**
 * The name of the client whose staff sent this request, or "Public" for a search that is open to everyone.
 */
export const analyticsClientName = (request: FastifyRequest) =>
  isStaffSearch(request) ? clientOf(request).name : publicClient

/** Finds the signed-in user, even in a public search; returns undefined for a visitor. */
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

/** The actor to record in the audit trail, with the client if the user is working for one. */
export const auditActor = (
  request: FastifyRequest,
  principal = isStaffSearch(request) ? getStaffPrincipal(request) : undefined,
) => ({
  actor: principal?.userId ?? 'visitor',
  ...(principal?.client ? { detail: { client: principal.client.id } } : {}),
  address: request.ip,
  reference: request.id,
})
