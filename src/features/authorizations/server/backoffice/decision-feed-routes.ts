import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { requireServiceRight } from '#sign-in/server/tokens/service-tokens.ts'
import { type DecisionMessage, decisionMessage, listDecisions } from '../../backoffice-contract.ts'
import { messages } from '../../messages.ts'
import type { AuthorizationDeps } from '../authorization-deps.ts'
import { assignFeedPositions } from './assign-feed-positions.ts'

/** `GET /api/backoffice/decisions`: decisions in order, for the back-office system that processes them. */
export function decisionFeedRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  registerEndpoint(app, listDecisions, async ({ after, limit }, request) => {
    const { name, codes, clientIds } = requireServiceRight(request, 'decisions')
    return withScope(db, codes, async (scoped) => {
      const position = after === '' ? 0 : await findPosition(scoped, after, clientIds)
      if (position === undefined) throw problem(422, messages.afterUnknown)
      await saveReadPosition(scoped, name, position)
      await assignFeedPositions(scoped, { isNotified: config.BACKOFFICE_WEBHOOK_URL !== undefined })
      const decisions = await listDecisionsAfter(scoped, { position, limit, clientIds })
      // Back-office systems poll every few seconds, so only responses with decisions are audited.
      if (decisions.length > 0)
        await audit(scoped, {
          actor: `service ${name}`,
          address: request.ip,
          reference: request.id,
          action: 'decisions told',
          subject: codes.join(','),
          clientCodes: [...new Set(decisions.map(({ client }) => client))],
          shown: decisions.map(({ itn }) => itn),
          detail: { rows: decisions.length, after },
        })
      return { decisions }
    })
  })
}

/** The clients that a token is limited to; null for all. */
type ClientIds = readonly string[] | null

/** Whether a decision was made for these clients. Its code may belong to another client since. */
const clientsCondition = (clientIds: ClientIds) =>
  sql`(${clientIds}::text[] is null or client_id = any(${clientIds}::text[]))`

/** Finds the feed position of a decision, also of an erased one; undefined if it has none. */
async function findPosition(db: Database, id: string, clientIds: ClientIds): Promise<number | undefined> {
  const row = await queryRow(
    db,
    z.object({ position: z.number() }),
    sql`
    select position from decision_message where id = ${id} and position is not null and ${clientsCondition(clientIds)}
     union all select position from erased_decision where id = ${id} and ${clientsCondition(clientIds)}`,
  )
  return row?.position
}

/** Saves how far a program has read, because an erasure keeps what it has not read. Writes nothing if it is no further. */
const saveReadPosition = (db: Database, name: string, position: number) =>
  execute(
    db,
    sql`update service_token set read_position = ${position} where name = ${name} and read_position < ${position}`,
  )

const messageRow = decisionMessage.omit({ decision: true }).extend({ decidedAt: z.date() })

type FeedPage = { position: number; limit: number; clientIds: ClientIds }

/** Lists the decisions after a position, in order. */
async function listDecisionsAfter(
  db: Database,
  { position, limit, clientIds }: FeedPage,
): Promise<DecisionMessage[]> {
  const rows = await queryRows(
    db,
    messageRow,
    sql`
    select m.id, m.itn, m.round, d.client_code as client, d.action, d.currency, d.total_charge as "totalCharge",
           d.patient_responsibility as "patientResponsibility", d.maximum_covered as "maximumCovered",
           d.reason_code as code, d.reason, d.comment, d.decided_by_name as "decidedBy", d.decided_at as "decidedAt"
      from decision_message m
      join authorization_decision d using (itn, round)
     where m.position > ${position} and ${clientsCondition(clientIds)}
     order by m.position
     limit ${limit}`,
  )
  return rows.map((row) => ({
    ...row,
    decision: messages.decisions[row.action],
    decidedAt: row.decidedAt.toISOString(),
  }))
}
