import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problemBody } from '#platform/contract/problem.ts'
import { withScope } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { callerOf, getStaffPrincipal, scopeOf } from '#sign-in/server/staff-principal.ts'
import { processAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, mayDecide } from './authorization-deps.ts'
import { decide } from './decide.ts'
import type { DecideCommand } from './decision-queries.ts'

/** `POST /api/itn/process`: decides a bill. */
export function decisionRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  addStatusAndMessage(app)

  registerEndpoint(
    app,
    processAuthorization,
    async ({ itn, round, idempotencyKey, ...decision }, request) => {
      if (!mayDecide(request)) throw problem(403, messages.notAllowed)
      if (idempotencyKey !== undefined && !isKey(idempotencyKey)) throw problem(422, messages.keyOfNoUse)
      const { userId, name } = getStaffPrincipal(request)
      const order: DecideCommand = {
        itn,
        round: round ?? undefined,
        decision,
        by: { id: userId, name },
        key: idempotencyKey ? { text: idempotencyKey, hash: hashOf({ itn, round, decision }) } : undefined,
      }
      const answer = await decided(db, request, order, config.PORTAL_TIME_ZONE)
      if (!answer) throw problem(404, messages.unknown)
      const { status, message, members } = answer
      if (status !== 200) throw problem(status, message, members)
      return { statusCode: 200 as const, message }
    },
  )
}

const isKey = (key: string) => key.trim() !== '' && key.length <= 200

/** Responds to a command. If another request took its key concurrently, evaluates that request's response. */
async function decided(
  db: AuthorizationDeps['db'],
  request: FastifyRequest,
  order: DecideCommand,
  timeZone: string,
) {
  const once = () =>
    withScope(db, scopeOf(request), (scoped) =>
      decide(scoped, order, { caller: callerOf(request), timeZone }),
    )
  return once().catch((error: { code?: string }) => {
    if (error.code !== uniqueViolation) throw error
    return once()
  })
}

const uniqueViolation = '23505'

const hashOf = (order: Pick<DecideCommand, 'itn' | 'decision'> & { round?: number | null | undefined }) =>
  hash(
    'sha256',
    JSON.stringify([order.itn, order.round ?? null, Object.entries(order.decision).sort()]),
    'buffer',
  )

/** Errors of this endpoint also carry `statusCode` and `message`, as its success response does. */
function addStatusAndMessage(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const isOurs = request.routeOptions.config.contract?.path === processAuthorization.path
    if (!isOurs || reply.statusCode < 400 || typeof payload !== 'string' || payload === '') return payload
    const body = problemBody.parse(JSON.parse(payload))
    return JSON.stringify({ ...body, statusCode: body.status, message: body.detail })
  })
}
