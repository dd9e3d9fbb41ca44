import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getClient, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { readQueueEmail, setQueueEmail } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { type AuthorizationDeps, mayDecide } from '../authorization-deps.ts'
import { readDueRules } from '../due-time.ts'
import { findRules, findSchedule, validAddress } from './queue-email-worker.ts'

/** Whether a person who may decide gets the daily email about the queue of their current client. */
export function queueEmailRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  registerEndpoint(app, readQueueEmail, async (_input, request) => {
    const { userId } = getStaffPrincipal(request)
    const found = await findChoice(db, userId, getClient(request).id)
    return { isOn: found.isOn, address: found.address, mayDecide: mayDecide(request) }
  })

  registerEndpoint(app, setQueueEmail, ({ isOn }, request) =>
    inTransaction(db, async (transaction) => {
      const { id, codes } = getClient(request)
      const { userId } = getStaffPrincipal(request)
      if (isOn && !mayDecide(request)) throw problem(403, queueMessages.email.notAllowed)
      const found = await findChoice(transaction, userId, id)
      if (isOn && found.address === null) throw problem(409, queueMessages.email.noAddress)
      const { rules } = await readDueRules(transaction)
      const { lastDay } = findSchedule(findRules(rules, codes), config.PORTAL_TIME_ZONE, now())
      const changed = await execute(
        transaction,
        isOn
          ? sql`
            insert into queue_email (user_id, client_id, created_at, last_day)
            values (${userId}, ${id}, ${now()}, ${lastDay})
            on conflict do nothing`
          : sql`delete from queue_email where user_id = ${userId} and client_id = ${id}`,
      )
      const action = `daily email turned ${isOn ? 'on' : 'off'}`
      if (changed > 0) await audit(transaction, { ...getCaller(request), action, subject: id })
      return { isOn }
    }),
  )
}

const choice = z.object({ isOn: z.boolean(), address: validAddress })

async function findChoice(db: Database, userId: string, clientId: string) {
  const found = await queryRow(
    db,
    choice,
    sql`
    select exists (select from queue_email e where e.user_id = u.id and e.client_id = c.id) as "isOn",
           u.email as address
      from staff_user u
      join client c on c.id = ${clientId}
     where u.id = ${userId}`,
  )
  if (!found) throw new Error('The person or the client is missing.')
  return found
}
