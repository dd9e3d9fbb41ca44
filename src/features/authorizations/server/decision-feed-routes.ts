import type { FastifyInstance } from 'fastify'
import { audit } from '#platform/server/audit.ts'
import { withScope } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { requireServiceRight } from '#sign-in/server/service-auth.ts'
import { listDecisions } from '../contract.ts'
import { messages } from '../messages.ts'
import type { AuthorizationDeps } from './authorization-deps.ts'
import { assignFeedPositions, findPosition, listDecisionsAfter } from './decision-feed-queries.ts'

/** `GET /api/backoffice/decisions`: decisions in order, for the back-office system that processes them. */
export function decisionFeedRoutes(app: FastifyInstance, { db }: AuthorizationDeps) {
  registerEndpoint(app, listDecisions, async ({ after, limit }, request) => {
    const { name, codes } = requireServiceRight(request, 'decisions')
    return withScope(db, codes, async (scoped) => {
      const position = after === '' ? 0 : await findPosition(scoped, after)
      if (position === undefined) throw problem(422, messages.afterUnknown)
      await assignFeedPositions(scoped)
      const decisions = await listDecisionsAfter(scoped, position, limit)
      // Back-office systems poll every few seconds, so only responses with decisions are audited.
      if (decisions.length > 0)
        await audit(scoped, {
          actor: `service ${name}`,
          address: request.ip,
          reference: request.id,
          action: 'decisions told',
          subject: codes.join(','),
          detail: { rows: decisions.length, after },
        })
      return { decisions }
    })
  })
}
