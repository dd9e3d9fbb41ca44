import type { FastifyInstance } from 'fastify'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { decisionFeedRoutes } from './backoffice/decision-feed-routes.ts'
import { intakeRoutes } from './backoffice/intake-routes.ts'
import { notificationRoutes } from './backoffice/notification-routes.ts'
import { commentRoutes } from './comment-routes.ts'
import { decidedRoutes, metricsRoutes } from './decided-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { itnPdfRoutes } from './itn-pdf-routes.ts'
import { letterRoutes } from './letter/letter-routes.ts'
import { pendingRoutes } from './pending-routes.ts'
import { queueEmailRoutes } from './queue-email/queue-email-routes.ts'
import { queueRoutes } from './queue-routes.ts'

/** API endpoints of authorizations: for the people of clients, and for the back office. */
export function authorizationsRoutes(app: FastifyInstance, deps: AuthorizationDeps) {
  pendingRoutes(app, deps)
  itnPdfRoutes(app, deps)
  decisionRoutes(app, deps)
  decisionFeedRoutes(app, deps)
  notificationRoutes(app, deps)
  intakeRoutes(app, deps)
  decidedRoutes(app, deps)
  letterRoutes(app, deps)
  commentRoutes(app, deps)
  metricsRoutes(app, deps)
  queueRoutes(app, deps)
  queueEmailRoutes(app, deps)
}
