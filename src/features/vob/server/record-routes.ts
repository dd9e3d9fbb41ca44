import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseClientCodes } from '#cases/rules.ts'
import { audited, auditedRow, summarizeRows } from '#clients/server/audited-query.ts'
import { canIssueVobs } from '#clients/server/configuration-queries.ts'
import type { Config } from '#platform/config/settings.ts'
import { now, periodStart } from '#platform/contract/clock.ts'
import { dayInTimeZone, formatDay } from '#platform/contract/date-format.ts'
import { sanitizePdfText } from '#platform/contract/normalize-text.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { contentDispositionName, documentNotFound } from '#platform/pdf/document-service/document-service.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import { getCaller, getClient, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import {
  listCaseVobs,
  listVobs,
  openVob,
  type VobFilter,
  type VobWithdrawal,
  withdrawVob,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { maxVobs, normalizeReason, validateReason } from '../rules.ts'
import { findCaseVobs, findLetter, findVobs, findWithdrawal, withdrawLetter } from './vob-record-queries.ts'
import type { WithdrawalMark } from './withdrawal-mark-template.ts'

/** Dependencies of the verification of benefits routes. */
export type VobDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'>; renderPool: RenderPool }

/** The module that renders the mark of a withdrawn letter; only render workers load it. */
const markTemplate = new URL('./withdrawal-mark-template.ts', import.meta.url)

/** Endpoints for issued letters, open to everyone who may issue letters for the client, in their scope. */
export function recordRoutes(app: FastifyInstance, deps: VobDeps) {
  const { db } = deps
  registerEndpoint(app, listVobs, async (filter, request) => {
    await requireIssuer(db, request)
    const listing = {
      ...filter,
      since: periodStart(filter.period),
      userId: getStaffPrincipal(request).userId,
    }
    return audited(
      db,
      request,
      describeListing(filter),
      async (scoped, abortSignal) => {
        const found = await findVobs(scoped, getScope(request), listing, abortSignal)
        const notice = found.length > maxVobs ? messages.records.moreThanShown(maxVobs) : null
        return { vobs: found.slice(0, maxVobs), notice }
      },
      ({ vobs }) => summarize(vobs),
    )
  })

  registerEndpoint(app, listCaseVobs, async (key, request) => {
    await requireIssuer(db, request)
    const reading = { action: 'verifications of benefits read', subject: key.incidentNumber }
    const codes = getScope(request, parseClientCodes(key.client))
    const vobs = await audited(
      db,
      request,
      reading,
      (scoped, abortSignal) => findCaseVobs(scoped, { ...key, codes }, abortSignal),
      (found = []) => summarize(found),
    )
    if (!vobs) throw documentNotFound()
    return { vobs }
  })

  letterRoutes(app, deps)
}

const summarize = (vobs: readonly { client: string; number: string }[]) =>
  summarizeRows(vobs, ({ number }) => number)

/** The search words are personal data, so the audit trail has them, as it has those of patient searches. */
const describeListing = ({ search, period, issuedBy, status }: VobFilter) => ({
  action: 'verifications of benefits read',
  detail: { search, period, issuedBy, status },
})

function letterRoutes(app: FastifyInstance, deps: VobDeps) {
  const { db } = deps
  registerEndpoint(app, openVob, async ({ Number: number }, request, reply) => {
    const isAvailable = await canIssueVobs(db, getClient(request))
    const reading = { action: 'verification of benefits opened', subject: number }
    const letter = await auditedRow(db, request, reading, async (scoped, abortSignal) =>
      isAvailable ? findLetter(scoped, number, abortSignal) : undefined,
    )
    if (!letter) throw documentNotFound()
    const { pdf, withdrawal } = letter
    const words = withdrawal ? [number, 'withdrawn'] : [number]
    reply.header('content-disposition', contentDispositionName(...words))
    return bytes(
      'application/pdf',
      withdrawal ? await markWithdrawn(deps, request, { number, pdf, withdrawal }) : pdf,
    )
  })

  registerEndpoint(app, withdrawVob, async ({ number, reason }, request) => {
    await requireIssuer(db, request)
    const message = validateReason(reason)
    if (message) throw problem(422, message)
    const withdrawal = await withScope(db, getScope(request), async (scoped) => {
      const given = { number, reason: normalizeReason(reason), at: now() }
      const caller = getCaller(request)
      await withdrawLetter(scoped, given, caller)
      const stored = await findWithdrawal(scoped, number)
      if (!stored) throw documentNotFound()
      // A repeated request gets the same response.
      const isOwn = stored.withdrawnBy === caller.actor && stored.withdrawal.reason === given.reason
      if (!isOwn) throw problem(409, describeConflict(deps, number, stored.withdrawal))
      return stored.withdrawal
    })
    return { withdrawal }
  })
}

async function requireIssuer(db: Database, request: FastifyRequest) {
  if (!(await canIssueVobs(db, getClient(request)))) throw problem(404, messages.notAvailable)
}

const formatDate = ({ config }: VobDeps, at: string) =>
  formatDay(dayInTimeZone(config.PORTAL_TIME_ZONE, new Date(at)))

const describeConflict = (deps: VobDeps, number: string, { at, by }: VobWithdrawal) =>
  messages.withdrawal.already(number, formatDate(deps, at), by)

type WithdrawnLetter = { number: string; pdf: Uint8Array; withdrawal: VobWithdrawal }

/** Marks a copy of the stored letter on every page. */
async function markWithdrawn(deps: VobDeps, request: FastifyRequest, letter: WithdrawnLetter) {
  const { number, pdf, withdrawal } = letter
  const mark: WithdrawalMark = {
    number,
    day: formatDate(deps, withdrawal.at),
    by: sanitizePdfText(withdrawal.by),
    reason: sanitizePdfText(withdrawal.reason),
    at: new Date(withdrawal.at),
  }
  const requester = { key: getStaffPrincipal(request).userId, abortSignal: request.abortSignal }
  const rendered = await deps.renderPool.pdf(markTemplate, mark, requester)
  const { markPages } = await import('#platform/pdf/extract-pages/stamp-pages.ts')
  return markPages(pdf, rendered, { title: messages.document.withdrawnTitle(number) })
}
