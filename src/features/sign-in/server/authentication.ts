import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages as platform } from '#platform/messages.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { rejectOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import type { PortalTokens } from './access-token.ts'
import { staffCookie } from './cookies.ts'
import { configurationVersion, type StaffPrincipal, setStaffPrincipal } from './staff-principal.ts'
import { viewerOfSession } from './staff-principal-query.ts'
import { giveTicketBack, showsTicket, takeTicket } from './tickets.ts'

type Parts = { db: Database; config: Config; tokens: PortalTokens }

/**
 * Guards for staff and internal staff endpoints; adds the configuration version to each response. A retryable error
 * (503) keeps the ticket valid.
 */
export function admitStaffCalls(app: FastifyInstance, parts: Parts) {
  app.guards.staff = async (_input, request) =>
    setStaffPrincipal(request, await authenticateStaff(request, parts))
  app.guards.internal = async (_input, request) => {
    const principal = await authenticateStaff(request, parts)
    if (!principal.isInternal) throw problem(404, platform.notFound)
    setStaffPrincipal(request, principal)
  }
  app.addHook('onSend', async (request, reply) => {
    const version = configurationVersion(request)
    if (version) reply.header('configuration-version', version)
    if (reply.hasHeader('retry-after')) await giveTicketBack(parts.db, request)
  })
}

/**
 * Authenticates a request: bearer token and cookie must belong to one active session; document form posts and URLs
 * carry a ticket instead of the token. Entitlements are read from the database on every request. Throws 401
 * otherwise, with its own message for a used or expired ticket.
 */
export async function authenticateStaff(request: FastifyRequest, parts: Parts): Promise<StaffPrincipal> {
  rejectOtherSites(request, parts.config)
  const key = staffCookie.keyIn(request, parts.config)
  const claimed = key ? await readClaim(request, parts) : undefined
  if (key && !claimed && isByTicket(request)) throw problem(401, messages.ticketSpent)
  if (!key || !claimed) throw problem(401, platform.signInNeeded)
  const principal = await viewerOfSession(parts.db, { ...claimed, key, config: parts.config })
  if (!principal) throw problem(401, platform.signInNeeded)
  return { ...principal, named: claimed.named }
}

const isByTicket = (request: FastifyRequest) =>
  request.headers.authorization === undefined && showsTicket(request)

/** The session from the token or ticket of a request, and the requested client. */
async function readClaim(request: FastifyRequest, { db, tokens }: Parts) {
  const { authorization } = request.headers
  if (authorization === undefined) return takeTicket(db, request)
  const [, token = ''] = /^Bearer (\S+)$/.exec(authorization) ?? []
  const owner = await tokens.ownerOf(token)
  return owner && { ...owner, named: clientNamedBy(request) }
}

function clientNamedBy(request: FastifyRequest): string | null {
  const named = request.headers['client-id']
  return typeof named === 'string' && named !== '' && !named.includes('\0') ? named : null
}
