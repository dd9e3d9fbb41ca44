import type { FastifyInstance, FastifyRequest } from 'fastify'
import { auditedRow } from '#clients/server/audited-query.ts'
import { dayInTimeZone } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import type { Database } from '#platform/server/database.ts'
import { contentDispositionName, documentMissing } from '#platform/server/document-store/extract-document.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, registerEndpoint } from '#platform/server/register-endpoint.ts'
import { clientOf, getStaffPrincipal, scopeOf } from '#sign-in/server/staff-principal.ts'
import { takeTicket } from '#sign-in/server/tickets.ts'
import { createVob, findIssuedVob, getVobData, openVob, previewVob } from '../contract.ts'
import { messages } from '../messages.ts'
import { issueVob } from './issue-vob.ts'
import type { Issuer } from './issued-vobs.ts'
import { createLetterData } from './letter-data.ts'
import { hasVobSearch } from './provider-query.ts'
import { letterOf, numberIssued } from './reopen-letter.ts'
import { validateVob } from './validate-vob.ts'
import { letter, type VobDeps } from './vob-deps.ts'
import { offerOf } from './vob-options-query.ts'

/** The verification of benefits endpoints. */
export function vobRoutes(app: FastifyInstance, parts: VobDeps) {
  const { db, renderPool, config } = parts
  const today = () => dayInTimeZone(config.PORTAL_TIME_ZONE, now())

  registerEndpoint(app, getVobData, async ({ providerSearchType, client }, request) => {
    const { id, codes } = clientOf(request)
    const isTheirs = client.trim() === '' || client.split(',').some((code) => codes.includes(code.trim()))
    const isOffered = isTheirs && (await hasVobSearch(db, id, providerSearchType))
    const offer = isOffered ? await offerOf(db, id) : undefined
    if (!offer) throw problem(404, messages.notOffered)
    // Start the render worker while the user fills in the form, so the first preview is fast.
    void renderPool.warm(letter)
    return offer
  })

  registerEndpoint(app, previewVob, async (form, request) => {
    const client = clientOf(request)
    app.analytics.count('cc_vob_self_issue', client.name)
    const sound = await validateVob(db, client, form, today())
    const data = createLetterData({ ...sound, at: now(), timeZone: config.PORTAL_TIME_ZONE })
    return bytes(
      'image/png',
      await renderPool.picture(letter, data, {
        key: getStaffPrincipal(request).userId,
        abortSignal: request.abortSignal,
      }),
    )
  })

  registerEndpoint(app, createVob, async ({ Token, ...form }, request, reply) => {
    await requireTicket(db, request)
    const sound = await validateVob(db, clientOf(request), form, today())
    const { number, pdf } = await issueVob(parts, form, sound, issuerOf(request, Token))
    reply.header('content-disposition', contentDispositionName(number))
    return bytes('application/pdf', pdf)
  })

  issuedRoutes(app, parts)
}

/** Letters that the user issued, limited to the client codes they can access now. */
function issuedRoutes(app: FastifyInstance, { db }: VobDeps) {
  registerEndpoint(app, findIssuedVob, async ({ ticket }, request) => {
    const number = await numberIssued(db, scopeOf(request), ticket, getStaffPrincipal(request).userId)
    return { number: number ?? null }
  })

  registerEndpoint(app, openVob, async ({ Number: number }, request, reply) => {
    const reading = { action: 'verification of benefits opened', subject: number }
    const letter = await auditedRow(db, request, reading, (scoped, abortSignal) =>
      letterOf(scoped, number, getStaffPrincipal(request).userId, abortSignal),
    )
    if (!letter) throw documentMissing()
    reply.header('content-disposition', contentDispositionName(number))
    return bytes('application/pdf', letter.pdf)
  })
}

/** A request without a session token has presented a ticket; with a session token it needs a ticket too. */
async function requireTicket(db: Database, request: FastifyRequest) {
  if (request.headers.authorization === undefined) return
  const ticket = await takeTicket(db, request)
  const isTheirs =
    ticket?.sessionId === getStaffPrincipal(request).sessionId && ticket.named === clientOf(request).id
  if (!isTheirs) throw problem(401, messages.ticketMissing)
}

function issuerOf(request: FastifyRequest, ticket: string): Issuer {
  const scope = scopeOf(request)
  const [clientCode] = scope
  if (clientCode === undefined) throw problem(404, messages.notOffered)
  const { userId } = getStaffPrincipal(request)
  return { scope, clientCode, userId, address: request.ip, reference: request.id, ticket }
}
