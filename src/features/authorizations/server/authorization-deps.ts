import type { FastifyRequest } from 'fastify'
import type { Database } from '#platform/server/database.ts'
import type { RenderPool } from '#platform/server/documents/render-pool.ts'
import type { Config } from '#platform/server/settings.ts'
import { clientOf } from '#sign-in/server/staff-principal.ts'

/** Dependencies of the authorization routes. */
export type AuthorizationDeps = {
  db: Database
  renderPool: RenderPool
  config: Pick<Config, 'PORTAL_TIME_ZONE' | 'COMPANY_NAME'>
}

/** Whether the user may make decisions on the current client's bills. */
export const mayDecide = (request: FastifyRequest): boolean => clientOf(request).mayDecide
