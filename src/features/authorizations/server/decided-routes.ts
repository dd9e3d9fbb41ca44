import type { FastifyInstance } from 'fastify'
import { parseClientCodes } from '#cases/rules.ts'
import { audited, summarizeRows } from '#clients/server/audited-query.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { problem } from '#platform/http/problem.ts'
import { jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getRequester, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { getAuthorizationHistory, listDecidedAuthorizations, readMetrics } from '../decided-contract.ts'
import { decidedMessages } from '../decided-messages.ts'
import { type AuthorizationDeps, listConcurrency } from './authorization-deps.ts'
import { findDecided, maxDecided } from './decided-queries.ts'
import { findHistory } from './history-queries.ts'
import { findMetrics } from './metrics-queries.ts'

/** Endpoints for the decisions on a client's bills, in the person's scope. */
export function decidedRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  const enqueue = createSearchQueue(1, listConcurrency)

  registerEndpoint(app, listDecidedAuthorizations, async (filter, request) => {
    const { userId } = getStaffPrincipal(request)
    const only = parseClientCodes(filter.client)
    const listing = { ...filter, userId, timeZone: config.PORTAL_TIME_ZONE }
    const found = await enqueue(getRequester(request), () =>
      audited(
        db,
        request,
        { action: 'decided authorizations read', detail: filter, only },
        (scoped, abortSignal) => findDecided(scoped, getScope(request, only), listing, abortSignal),
        (rows) => summarizeRows(rows.slice(0, maxDecided), ({ itn }) => itn),
      ),
    )
    const notice = found.length > maxDecided ? decidedMessages.moreThanShown(maxDecided) : null
    return jsonText(
      '{"decisions":',
      found.slice(0, maxDecided).map(({ json }) => json),
      `,"notice":${JSON.stringify(notice)}}`,
    )
  })

  registerEndpoint(app, getAuthorizationHistory, async ({ itn }, request) => {
    const history = await audited(
      db,
      request,
      { action: 'authorization history read', subject: itn },
      (scoped) => findHistory(scoped, itn, getStaffPrincipal(request).userId),
      (found) => ({ rows: found?.decisions.length ?? 0, codes: found ? [found.bill.client] : [] }),
    )
    if (!history) throw problem(404, decidedMessages.unknown)
    return history
  })
}

/** `POST /api/itn/metrics`: figures of authorizations by client code, in the person's scope. */
export function metricsRoutes(app: FastifyInstance, { db, config }: AuthorizationDeps) {
  registerEndpoint(app, readMetrics, async (period, request) => {
    const rows = await audited(
      db,
      request,
      { action: 'authorization metrics read', detail: period },
      (scoped, signal) =>
        findMetrics(scoped, { scope: getScope(request), period, timeZone: config.PORTAL_TIME_ZONE }, signal),
      (found) => ({ rows: found.length - 1, codes: found.flatMap(({ client }) => client ?? []) }),
    )
    const total = rows.find(({ client }) => client === null)
    if (!total) throw new Error('The metrics have no total.')
    const clients = rows.flatMap(({ client, carrier, ...figures }) =>
      client === null || carrier === null ? [] : [{ ...figures, client, carrier }],
    )
    return { clients, total }
  })
}
