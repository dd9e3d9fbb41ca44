import type { FastifyInstance, FastifyRequest } from 'fastify'
import { eitherSearch } from '#cases/contract.ts'
import { audited, summarizeRows } from '#clients/server/audited-query.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { minutesSince } from '#platform/contract/time.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import {
  getClient,
  getScope,
  getStaffPrincipal,
  hasRequiredFeatures,
} from '#sign-in/server/staff-principal.ts'
import { findViewableClients } from '#sign-in/server/staff-principal-query.ts'
import { getFigures, listLongestWaiting, listNews, listPendingByClient } from '../contract.ts'
import {
  countByWeek,
  countPendingByClient,
  countUnreviewed,
  findPending,
  findSavings,
} from './figure-queries.ts'
import { findLongestWaiting, findNews } from './work-queries.ts'

type TodayDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'> }

/** API endpoints of the home page. */
export function todayRoutes(app: FastifyInstance, { db, config: { PORTAL_TIME_ZONE } }: TodayDeps) {
  const getToday = () => dayInTimeZone(PORTAL_TIME_ZONE, now())

  registerEndpoint(app, getFigures, async (_input, request) => {
    const { features } = getClient(request)
    const hasCases = hasRequiredFeatures(features, [eitherSearch])
    const signal = request.abortSignal
    const today = getToday()
    return withScope(db, getScope(request), async (scoped) => ({
      pending: features.clientAuth ? await findPending(scoped, signal) : null,
      newCases: hasCases ? await countByWeek(scoped, 'incident', today, signal) : null,
      billsProcessed: hasCases ? await countByWeek(scoped, 'bill', today, signal) : null,
      savings: hasCases ? await findSavings(scoped, today, signal) : null,
      ...(reviewsEmergencies(request) && {
        unreviewedEmergencies: await countUnreviewed(scoped, getReviewer(request), signal),
      }),
    }))
  })

  registerEndpoint(app, listLongestWaiting, (_input, request) =>
    audited(db, request, { action: 'longest waiting read' }, findLongestWaiting, ({ authorizations }) =>
      summarizeRows(authorizations, ({ itnNumber }) => itnNumber),
    ),
  )

  registerEndpoint(app, listPendingByClient, async (_input, request) => {
    const signal = request.abortSignal
    const { userId } = getStaffPrincipal(request)
    const { clients, scope } = await findViewableClients(db, { userId, oneOf: ['clientAuth'] }, signal)
    const counts = await withScope(db, scope, (scoped) => countPendingByClient(scoped, signal))
    return {
      clients: clients.map(({ id }) => {
        const counted = counts.find((each) => each.id === id)
        const oldestMinutes = counted ? minutesSince(counted.oldest) : null
        return { id, pending: counted?.pending ?? 0, oldestMinutes }
      }),
    }
  })

  registerEndpoint(app, listNews, async (_input, request) => {
    const period = {
      today: getToday(),
      timeZone: PORTAL_TIME_ZONE,
      hasAuthorizations: getClient(request).features.clientAuth === true,
    }
    const { news } = await audited(
      db,
      request,
      { action: 'new activity read' },
      (scoped, abortSignal) => findNews(scoped, period, abortSignal),
      ({ news, codes }) => ({
        rows: news.entries.length,
        codes,
        shown: news.entries.flatMap(({ itn, incidentNumber }) => itn ?? incidentNumber ?? []),
      }),
    )
    return news
  })
}

const getReviewer = (request: FastifyRequest) => ({
  userId: getStaffPrincipal(request).userId,
  clientId: getClient(request).id,
})

/** Whether the person reviews the cases that others open in an emergency. */
const reviewsEmergencies = (request: FastifyRequest) =>
  !getStaffPrincipal(request).isNarrowed && getClient(request).emergencyMinutes !== null
