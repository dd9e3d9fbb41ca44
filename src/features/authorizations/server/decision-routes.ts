import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problemBody } from '#platform/contract/problem.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { isUniqueViolation } from '#platform/db/database-errors.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { stepUpReason } from '#sign-in/rules.ts'
import { stepUpChallenge } from '#sign-in/server/find-missing-evidence.ts'
import { getCaller, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { hasStepUp } from '#sign-in/server/staff-sessions.ts'
import { processAuthorization, undoDecision, withdrawProposal } from '../contract.ts'
import { messages } from '../messages.ts'
import { type AuthorizationDeps, mayDecide } from './authorization-deps.ts'
import { decide } from './decide.ts'
import type { DecideCommand } from './decision-queries.ts'
import { withdraw } from './propose.ts'
import { undo } from './undo.ts'

type DecisionDeps = Pick<AuthorizationDeps, 'db' | 'config'>

/** API endpoints that save a decision on a bill, undo it, and withdraw a proposed approval. */
export function decisionRoutes(app: FastifyInstance, { db, config }: DecisionDeps) {
  // Encapsulated, so that the hook runs for this endpoint only.
  app.register(async (encapsulated) => processRoute(encapsulated, { db, config }))

  registerEndpoint(app, undoDecision, async ({ itn, decisionId }, request) => {
    if (!mayDecide(request)) throw problem(403, messages.notAllowed)
    const command = { itn, decisionId, userId: getStaffPrincipal(request).userId }
    const context = { caller: getCaller(request), timeZone: config.PORTAL_TIME_ZONE }
    return { message: await withScope(db, getScope(request), (scoped) => undo(scoped, command, context)) }
  })

  registerEndpoint(app, withdrawProposal, async ({ itn }, request) => {
    if (!mayDecide(request)) throw problem(403, messages.notAllowed)
    const { userId, name } = getStaffPrincipal(request)
    const command = { itn, user: { id: userId, name } }
    const context = { caller: getCaller(request) }
    return { message: await withScope(db, getScope(request), (scoped) => withdraw(scoped, command, context)) }
  })
}

function processRoute(app: FastifyInstance, { db, config }: DecisionDeps) {
  addStatusAndMessage(app)

  registerEndpoint(
    app,
    processAuthorization,
    async ({ itn, round, idempotencyKey, ...decision }, request, reply) => {
      if (!mayDecide(request)) throw problem(403, messages.notAllowed)
      if (idempotencyKey !== undefined && !isValidKey(idempotencyKey)) throw problem(422, messages.invalidKey)
      const { userId, name } = getStaffPrincipal(request)
      const command: DecideCommand = {
        itn,
        round: round ?? undefined,
        decision,
        user: { id: userId, name },
        key: idempotencyKey
          ? { text: idempotencyKey, hash: hashRequest({ itn, round, decision }) }
          : undefined,
      }
      const response = await decideWithRetry(db, request, command, config)
      if (!response) throw problem(404, messages.unknown)
      const { status, message, members } = response
      if (members.reason === stepUpReason) reply.header('www-authenticate', stepUpChallenge(config))
      if (status !== 200) throw problem(status, message, members)
      return processAuthorization.response.parse({ ...members, statusCode: 200, message })
    },
  )
}

const isValidKey = (key: string) => key.trim() !== '' && key.length <= 200

/**
 * Runs a command. If a concurrent request with the same key was saved first, tries again, which returns the saved
 * response.
 */
async function decideWithRetry(
  db: AuthorizationDeps['db'],
  request: FastifyRequest,
  command: DecideCommand,
  config: AuthorizationDeps['config'],
) {
  const { sessionId } = getStaffPrincipal(request)
  const context = {
    caller: getCaller(request),
    timeZone: config.PORTAL_TIME_ZONE,
    hasStepUp: (scoped: Database) => hasStepUp(scoped, sessionId, config),
  }
  const attempt = () => withScope(db, getScope(request), (scoped) => decide(scoped, command, context))
  return attempt().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return attempt()
  })
}

const hashRequest = (
  command: Pick<DecideCommand, 'itn' | 'decision'> & { round?: number | null | undefined },
) =>
  hash(
    'sha256',
    JSON.stringify([command.itn, command.round ?? null, Object.entries(command.decision).sort()]),
    'buffer',
  )

/**
 * Adds `statusCode` and `message` to the error responses of every endpoint of this app, as in the success response of a
 * decision.
 */
function addStatusAndMessage(app: FastifyInstance) {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string' || payload === '') return payload
    const body = problemBody().parse(JSON.parse(payload))
    return JSON.stringify({ ...body, statusCode: body.status, message: body.detail })
  })
}
