import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { endOtherSignIns, endSignIn, listSignIns } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { getCaller, getStaffPrincipal } from '../staff-principal.ts'
import { activeSessionCondition } from '../staff-principal-query.ts'
import { demandStepUp, type StepUpConfig, sessionExpiry } from '../staff-sessions.ts'
import { describeDevice } from './describe-device.ts'

type OwnSessionDeps = { db: Database; config: StepUpConfig }

/** The sign-ins of the person who asks: their active sessions, which they can end after a recent, strong sign-in. */
export function ownSessionRoutes(app: FastifyInstance, { db, config }: OwnSessionDeps) {
  // A screen that somebody left unlocked is not enough to log its owner out elsewhere.
  const stepUp = { config, message: messages.signIns.stepUpNeeded }

  registerEndpoint(app, listSignIns, (_input, request) =>
    inTransaction(db, async (transaction) => {
      const { sessionId } = getStaffPrincipal(request)
      const sessions = await findSessions(transaction, request)
      await auditOwn(transaction, request, 'own sign-ins read', { sessions: sessions.length })
      return {
        signIns: sessions.map(({ userAgent, startedAt, renewedAt, ...session }) => ({
          ...session,
          device: describeDevice(userAgent),
          isCurrent: session.id === sessionId,
          startedAt: startedAt.toISOString(),
          usedAt: renewedAt.toISOString(),
          endsAt: sessionExpiry({ startedAt, renewedAt }).toISOString(),
        })),
      }
    }),
  )

  registerEndpoint(app, endSignIn, ({ id }, request, reply) =>
    inTransaction(db, async (transaction) => {
      if (id === getStaffPrincipal(request).sessionId) throw problem(422, messages.signIns.isCurrent)
      const own = await findSessions(transaction, request)
      // Somebody else's session is like a missing one.
      if (!own.some((session) => session.id === id)) throw problem(404, messages.signIns.unknown)
      await demandStepUp(transaction, request, { reply, ...stepUp })
      // It can have ended in the meantime.
      if ((await endSessions(transaction, request, sql`id = ${id}`)) === 0)
        throw problem(404, messages.signIns.unknown)
      await auditOwn(transaction, request, 'own sign-in ended', { session: id })
      return { ended: 1 }
    }),
  )

  registerEndpoint(app, endOtherSignIns, (_input, request, reply) =>
    inTransaction(db, async (transaction) => {
      await demandStepUp(transaction, request, { reply, ...stepUp })
      const { sessionId } = getStaffPrincipal(request)
      const ended = await endSessions(transaction, request, sql`id <> ${sessionId}`)
      await auditOwn(transaction, request, 'other own sign-ins ended', { sessions: ended })
      return { ended }
    }),
  )
}

const session = z.object({
  id: z.string(),
  address: z.string(),
  userAgent: z.string().nullable(),
  startedAt: z.date(),
  renewedAt: z.date(),
})

const findSessions = (db: Database, request: FastifyRequest) =>
  queryRows(
    db,
    session,
    sql`
    select id, address, user_agent as "userAgent", started_at as "startedAt", renewed_at as "renewedAt"
      from staff_session
     where user_id = ${getStaffPrincipal(request).userId} and ${activeSessionCondition()}
     order by started_at desc, id`,
  )

const endSessions = (db: Database, request: FastifyRequest, which: ReturnType<typeof sql>) =>
  execute(
    db,
    sql`
    update staff_session set ended_at = ${now()}, id_token = ''
     where user_id = ${getStaffPrincipal(request).userId} and ${activeSessionCondition()} and ${which}`,
  )

const auditOwn = (
  db: Database,
  request: FastifyRequest,
  action: string,
  detail: Record<string, string | number>,
) => audit(db, { ...getCaller(request), action, subject: getStaffPrincipal(request).userId, detail })
