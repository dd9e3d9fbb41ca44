import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messages as platform } from '#platform/messages.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { refuseOtherSites } from '#platform/server/same-origin.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import type { PortalTokens } from './access-token.ts'
import { staffCookie } from './cookies.ts'
import { admitViewer, configurationVersion, type Viewer } from './staff-principal.ts'
import { viewerOfSession } from './staff-principal-query.ts'
import { giveTicketBack, showsTicket, takeTicket } from './tickets.ts'

type Parts = { db: Database; config: Config; tokens: PortalTokens }

/**
 * Admits the calls of staff, and of internal staff alone; tells each answer the configuration's version. Whoever is
 * told to come again keeps the ticket for it.
 */
export function admitStaffCalls(app: FastifyInstance, parts: Parts) {
  app.admissions.staff = async (_input, request) => admitViewer(request, await provenViewer(request, parts))
  app.admissions.internal = async (_input, request) => {
    const viewer = await provenViewer(request, parts)
    if (!viewer.isInternal) throw problem(404, platform.notFound)
    admitViewer(request, viewer)
  }
  app.addHook('onSend', async (request, reply) => {
    const version = configurationVersion(request)
    if (version) reply.header('configuration-version', version)
    if (reply.hasHeader('retry-after')) await giveTicketBack(parts.db, request)
  })
}

/**
 * Who makes a call: the bearer token and the cookie must be of one living session; a document's form post or
 * address carries a ticket in place of the token. What they may see is read from the database on every call.
 * 401 for everybody else, with a sentence of its own for a ticket that opens nothing any more.
 */
export async function provenViewer(request: FastifyRequest, parts: Parts): Promise<Viewer> {
  refuseOtherSites(request, parts.config)
  const key = staffCookie.keyIn(request, parts.config)
  const claimed = key ? await claimOf(request, parts) : undefined
  if (key && !claimed && isByTicket(request)) throw problem(401, messages.ticketSpent)
  if (!key || !claimed) throw problem(401, platform.signInNeeded)
  const viewer = await viewerOfSession(parts.db, { ...claimed, key, config: parts.config })
  if (!viewer) throw problem(401, platform.signInNeeded)
  return { ...viewer, named: claimed.named }
}

const isByTicket = (request: FastifyRequest) =>
  request.headers.authorization === undefined && showsTicket(request)

/** The session that a request says it is of, by token or ticket, and the client it names. */
async function claimOf(request: FastifyRequest, { db, tokens }: Parts) {
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
