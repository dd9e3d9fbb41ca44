import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { getClient } from '#sign-in/server/staff-principal.ts'
import type { StepUpConfig } from '#sign-in/server/staff-sessions.ts'

/** Dependencies of the authorization routes. */
export type AuthorizationDeps = {
  db: Database
  renderPool: RenderPool
  documentService: DocumentService
  config: StepUpConfig &
    Pick<
      Config,
      | 'PORTAL_TIME_ZONE'
      | 'COMPANY_NAME'
      | 'SERVICE_PHONE'
      | 'SERVICE_EMAIL'
      | 'INTERNAL_CLIENT_ID'
      | 'OIDC_ISSUER'
      | 'OIDC_PROVISIONING'
      | 'BACKOFFICE_WEBHOOK_URL'
    >
}

/** Whether the user may make decisions on the current client's bills. */
export const mayDecide = (request: FastifyRequest): boolean => getClient(request).mayDecide

/** The number of lists of thousands of bills or decisions that a process reads at once, one for each person. */
export const listConcurrency = 2
