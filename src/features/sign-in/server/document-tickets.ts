import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Endpoint, getMediaTypes } from '#platform/contract/endpoint.ts'
import { withLineFeeds } from '#platform/contract/normalize-text.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { createTicket, documentFields } from '../contract.ts'
import { generateKey, hashKey, ticketMs } from './cookies.ts'
import { getStaffPrincipal, rejectPausedReading } from './staff-principal.ts'

const earliest = () => timeAgo(ticketMs)

/** `POST /api/tickets`: issues the ticket that a document form carries instead of the token. */
export function ticketRoutes(app: FastifyInstance, { db }: { db: Database }) {
  registerEndpoint(app, createTicket, async ({ path, fields }, request) => {
    // The page opens documents without its API client, so here is where it learns that reading is paused.
    rejectPausedReading(request)
    const ticket = generateKey()
    const { sessionId, client } = getStaffPrincipal(request)
    await execute(
      db,
      sql`
      insert into ticket (key_hash, session_id, client_id, path, fields, made_at)
      values (${hashKey(ticket)}, ${sessionId}, ${client?.id ?? null}, ${path}, ${toSqlJson(fields)}, ${now()})`,
    )
    return { ticket }
  })
}

const formFields = documentFields.and(z.object({ Token: z.string() }))
const queryFields = documentFields.and(z.object({ token: z.string() }))
const issued = z.object({
  sessionId: z.string(),
  /** The client of the ticket, which stands for the header `client-id`. */
  requestedClientId: z.string().nullable(),
  path: z.string(),
  fields: documentFields,
  madeAt: z.date(),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The ticket that this request used, valid or not. */
    redeemedTicket: (z.infer<typeof issued> & { ticket: string }) | null
  }
}

/**
 * Deletes the ticket in a form post (field `Token`) or, of an endpoint with a sensitive URL, in its parameter `token`.
 * Returns its session and client if it was issued within the last sixty seconds for exactly this document.
 */
export async function redeemTicket(db: Database, request: FastifyRequest) {
  const presented = readTicketRequest(request)
  if (!presented) return undefined
  const ticket = await queryRow(
    db,
    issued,
    sql`
    delete from ticket where key_hash = ${hashKey(presented.ticket)}
    returning session_id as "sessionId", client_id as "requestedClientId", path, fields, made_at as "madeAt"`,
  )
  if (ticket) request.redeemedTicket = { ...ticket, ticket: presented.ticket }
  const matches =
    ticket?.path === presented.path &&
    isDeepStrictEqual(normalizeFields(ticket.fields), normalizeFields(presented.fields))
  return ticket && ticket.madeAt >= earliest() && matches ? ticket : undefined
}

/** Restores the ticket that a request used, for the rest of its lifetime. */
export async function restoreTicket(db: Database, request: FastifyRequest) {
  if (!request.redeemedTicket) return
  const { ticket, sessionId, requestedClientId, path, fields, madeAt } = request.redeemedTicket
  await execute(
    db,
    sql`
    insert into ticket (key_hash, session_id, client_id, path, fields, made_at)
    select ${hashKey(ticket)}, id, ${requestedClientId}, ${path}, ${toSqlJson(fields)}, ${madeAt}
      from staff_session
     where id = ${sessionId}`,
  )
}

/** Normalizes line endings: a browser posts "\r\n" where its page has "\n" (HTML, form submission). */
const normalizeFields = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withLineFeeds(value)]))

/** Whether a request carries a ticket, valid or not. */
export const hasTicket = (request: FastifyRequest) => readTicketRequest(request) !== undefined

function readTicketRequest({ method, url, body, query, routeOptions }: FastifyRequest) {
  const { contract } = routeOptions.config
  if (!returnsDocument(contract)) return undefined
  const [path = ''] = url.split('?')
  if (method === 'POST') {
    const { data } = formFields.safeParse(body)
    if (!data) return undefined
    const { Token, ...fields } = data
    return { ticket: Token, path, fields }
  }
  const { data } = queryFields.safeParse(query)
  if (!data || !contract?.hasSensitiveUrl) return undefined
  const { token, ...fields } = data
  return { ticket: token, path, fields }
}

/** Only documents open with a ticket; every other endpoint needs the token. */
const returnsDocument = (contract?: Endpoint) =>
  contract !== undefined && getMediaTypes(contract.response) !== undefined
