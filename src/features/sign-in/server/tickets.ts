import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { withLineFeeds } from '#platform/contract/printable-text.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import { registerEndpoint } from '#platform/server/register-endpoint.ts'
import { toSqlJson } from '#platform/server/sql-json.ts'
import { documentFields, makeTicket } from '../contract.ts'
import { ticketMs } from './session-limits.ts'
import { getStaffPrincipal } from './staff-principal.ts'
import { hashOf, newKey } from './tokens.ts'

const earliest = () => new Date(now().getTime() - ticketMs)

/** `POST /api/tickets`: issues the ticket that a document form carries instead of the token. */
export function ticketRoutes(app: FastifyInstance, db: Database) {
  registerEndpoint(app, makeTicket, async ({ path, fields }, request) => {
    const ticket = newKey()
    const { sessionId, client } = getStaffPrincipal(request)
    await execute(db, sql`delete from ticket where made_at < ${earliest()}`)
    await execute(
      db,
      sql`
      insert into ticket (key_hash, session_id, client_id, path, fields, made_at)
      values (${hashOf(ticket)}, ${sessionId}, ${client?.id ?? null}, ${path}, ${toSqlJson(fields)}, ${now()})`,
    )
    return { ticket }
  })
}

const posted = documentFields.and(z.object({ Token: z.string() }))
const asked = documentFields.and(z.object({ token: z.string() }))
const issued = z.object({
  sessionId: z.string(),
  named: z.string().nullable(),
  path: z.string(),
  fields: documentFields,
  madeAt: z.date(),
})

/** Tickets used by requests. */
const taken = new WeakMap<FastifyRequest, z.infer<typeof issued> & { key: string }>()

/**
 * The session and client of the ticket in a form post (field `Token`) or URL (parameter `token`), if it was issued
 * within sixty seconds for exactly this document. Using a ticket spends it.
 */
export async function takeTicket(db: Database, request: FastifyRequest) {
  const shown = documentOf(request)
  if (!shown) return undefined
  const ticket = await rowOf(
    db,
    issued,
    sql`
    delete from ticket where key_hash = ${hashOf(shown.ticket)}
    returning session_id as "sessionId", client_id as named, path, fields, made_at as "madeAt"`,
  )
  if (ticket) taken.set(request, { ...ticket, key: shown.ticket })
  const fits = ticket?.path === shown.path && isDeepStrictEqual(textsIn(ticket.fields), textsIn(shown.fields))
  return ticket && ticket.madeAt >= earliest() && fits ? { ...ticket, userId: null } : undefined
}

/** Restores the ticket of a request that opened nothing, for the rest of its lifetime. */
export async function giveTicketBack(db: Database, request: FastifyRequest) {
  const ticket = taken.get(request)
  if (!ticket) return
  const { key, sessionId, named, path, fields, madeAt } = ticket
  await execute(
    db,
    sql`
    insert into ticket (key_hash, session_id, client_id, path, fields, made_at)
    select ${hashOf(key)}, id, ${named}, ${path}, ${toSqlJson(fields)}, ${madeAt}
      from staff_session
     where id = ${sessionId}`,
  )
}

/** Normalizes line endings: a browser posts "\r\n" where its page has "\n" (HTML, form submission). */
const textsIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withLineFeeds(value)]))

/** Whether a request carries a ticket, valid or not. */
export const showsTicket = (request: FastifyRequest) => documentOf(request) !== undefined

function documentOf({ method, url, body, query }: FastifyRequest) {
  const [path = ''] = url.split('?')
  if (method === 'POST') {
    const { data } = posted.safeParse(body)
    if (!data) return undefined
    const { Token, ...fields } = data
    return { ticket: Token, path, fields }
  }
  const { data } = asked.safeParse(query)
  if (!data) return undefined
  const { token, ...fields } = data
  return { ticket: token, path, fields }
}
