import type { FastifyInstance, FastifyRequest } from 'fastify'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone, parseDay } from '#platform/contract/date-format.ts'
import type { Database } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName } from '#platform/pdf/document-service/document-service.ts'
import { redeemTicket } from '#sign-in/server/document-tickets.ts'
import { getClient, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { createVob, findIssuedVob, getVobData, previewVob, type VobForm } from '../contract.ts'
import { messages } from '../messages.ts'
import { allocateNumber, findIssuedNumber, type Issuer, saveVob } from './issued-vobs.ts'
import { buildLetterData } from './letter-data.ts'
import { hasVobSearch } from './provider-query.ts'
import { recordRoutes, type VobDeps } from './record-routes.ts'
import { findVobOptions, validateVob } from './validate-vob.ts'

/** The module that renders the letter; only render workers load it. */
export const letterTemplate = new URL('./vob-letter-template.ts', import.meta.url)

/** API endpoints of the verification of benefits. */
export function vobRoutes(app: FastifyInstance, deps: VobDeps) {
  const { db, renderPool, config } = deps
  const today = () => dayInTimeZone(config.PORTAL_TIME_ZONE, now())

  registerEndpoint(app, getVobData, async ({ providerSearchType, client }, request) => {
    const { id, codes } = getClient(request)
    const isOwn = client.trim() === '' || client.split(',').some((code) => codes.includes(code.trim()))
    const isAvailable = isOwn && (await hasVobSearch(db, id, providerSearchType))
    const options = isAvailable ? await findVobOptions(db, id) : undefined
    if (!options) throw problem(404, messages.notAvailable)
    // Start a render worker while the user fills in the form, so that the first preview is fast.
    void renderPool.warm(letterTemplate)
    return options
  })

  registerEndpoint(app, previewVob, async (form, request) => {
    const client = getClient(request)
    app.analytics.count({ event: 'cc_vob_self_issue', client: client.name })
    const vob = await validateVob(db, client, form, today())
    const data = buildLetterData({ ...vob, at: now(), timeZone: config.PORTAL_TIME_ZONE })
    return bytes(
      'image/png',
      await renderPool.picture(letterTemplate, data, {
        key: getStaffPrincipal(request).userId,
        abortSignal: request.abortSignal,
      }),
    )
  })

  registerEndpoint(app, createVob, async ({ Token, ...form }, request, reply) => {
    await requireTicket(db, request)
    const vob = await validateVob(db, getClient(request), form, today())
    const { number, pdf } = await issueVob(deps, form, vob, getIssuer(request, form, Token))
    reply.header('content-disposition', contentDispositionName(number))
    return bytes('application/pdf', pdf)
  })

  registerEndpoint(app, findIssuedVob, async ({ ticket }, request) => {
    const number = await findIssuedNumber(db, getScope(request), ticket, getStaffPrincipal(request).userId)
    return { number: number ?? null }
  })

  recordRoutes(app, deps)
}

/** Requests without a session token were authenticated by a ticket. Those with one must also present a ticket. */
async function requireTicket(db: Database, request: FastifyRequest) {
  if (request.headers.authorization === undefined) return
  const ticket = await redeemTicket(db, request)
  const isOwn =
    ticket?.sessionId === getStaffPrincipal(request).sessionId &&
    ticket.requestedClientId === getClient(request).id
  if (!isOwn) throw problem(401, messages.ticketMissing, {}, { refusal: { reason: 'invalid ticket' } })
}

/** A letter belongs to the client code of its case; without a case, to the first code of its issuer. */
function getIssuer(request: FastifyRequest, { ClientCode }: VobForm, ticket: string): Issuer {
  const scope = getScope(request)
  const clientCode = ClientCode || scope[0]
  if (clientCode === undefined) throw problem(404, messages.notAvailable)
  const { userId } = getStaffPrincipal(request)
  return { scope, clientCode, userId, address: request.ip, reference: request.id, ticket }
}

type ValidVob = Awaited<ReturnType<typeof validateVob>>

/**
 * Issues the letter of a valid form. Returns its number and PDF once both are stored. The number is allocated when
 * rendering starts, so a full render pool consumes none.
 */
export async function issueVob(
  { db, renderPool, config }: VobDeps,
  form: VobForm,
  vob: ValidVob,
  issuer: Issuer,
  at = now(),
) {
  const timeZone = config.PORTAL_TIME_ZONE
  const loadLetterData = cacheResult(async () => {
    const number = await allocateNumber(db, dayInTimeZone(timeZone, at).slice(0, 4))
    return buildLetterData({ ...vob, number, at, timeZone })
  })
  const pdf = await renderPool.pdf(letterTemplate, loadLetterData, { key: issuer.userId })
  const { number, texts } = await loadLetterData()
  const issued = {
    number,
    issuedAt: at,
    networkCode: vob.provider.networkCode,
    providerHash: vob.provider.hash,
    providerName: vob.provider.name,
    policyNumber: texts.patientPolicyNumber,
    patientName: `${texts.patientLastName}, ${texts.patientFirstName}`,
    dateOfService: parseDay(texts.dateOfService) ?? '',
    fields: form,
    pdf,
  }
  await saveVob(db, issued, issuer)
  return { number, pdf }
}

/** Returns a function that calls `make` once and caches its result. */
function cacheResult<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
