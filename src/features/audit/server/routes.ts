import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { dayMs, now, periodStart, timeAgo } from '#platform/contract/clock.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { staffName } from '#platform/db/staff-name.ts'
import { problem } from '#platform/http/problem.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { getCaller, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import { type AuditFilter, auditEntry, listAuditEntries, readingAlert } from '../contract.ts'
import { messages } from '../messages.ts'
import { unknownCriterion } from './audit-filter-queries.ts'

type AuditDeps = { db: Database; config: Pick<Config, 'PORTAL_TIME_ZONE'> }

/** The most entries of a response. */
export const pageRows = 500

/** The audit trail, for internal staff with the right to read it. */
export function auditRoutes(app: FastifyInstance, { db, config }: AuditDeps) {
  registerEndpoint(app, listAuditEntries, async ({ beforeEntry, ...filter }, request) => {
    const found = await readTrail(db, request, toTrailFilter(filter, config.PORTAL_TIME_ZONE), beforeEntry)
    const { unknown, entries } = found
    const alerts = await findAlerts(db)
    const more = entries[pageRows - 1]
    return {
      entries,
      alerts,
      nextBefore: more?.id ?? null,
      notice: unknown ? messages.unknown[unknown](filter[fieldNames[unknown]]) : null,
    }
  })
}

const fieldNames = { patient: 'patient', case: 'incidentNumber', itn: 'itn', client: 'client' } as const

/** The filter as the database takes it, without the fields that do not limit the list. */
function toTrailFilter({ incidentNumber, period, from, to, ...texts }: AuditFilter, timeZone: string) {
  const named = { ...texts, case: incidentNumber }
  const days = period === 'dates' ? { from, to } : { from: '', to: '' }
  return {
    texts: Object.fromEntries(Object.entries(named).filter(([, text]) => text !== '')),
    since: days.from
      ? sql`${days.from}::date::timestamp at time zone ${timeZone}`
      : sql`${periodStart(period) ?? null}::timestamptz`,
    until: days.to ? sql`(${days.to}::date + 1)::timestamp at time zone ${timeZone}` : sql`null::timestamptz`,
  }
}

/** A value of an entry's detail. Entries have plain values; an object would be shown as JSON. */
const anyValue = z
  .union([z.string(), z.number(), z.boolean(), z.null(), z.looseObject({}), z.array(z.unknown())])
  .transform((value) => (typeof value === 'object' && value !== null ? toSqlJson(value) : value))
const trail = z.object({
  unknown: unknownCriterion.nullable(),
  entries: z.array(auditEntry.extend({ detail: z.record(z.string(), anyValue) })),
})

const alertRow = readingAlert.extend({ at: z.date().transform((at) => at.toISOString()) })

const findAlerts = (db: Database) =>
  queryRows(
    db,
    alertRow,
    sql`
    select ${staffName} as person, a.raised_at as at, a.rows, a.row_limit as limit, a.reason
      from reading_alert a
      join staff_user u on u.id = a.user_id
     where a.raised_at > ${timeAgo(7 * dayMs)}
     order by a.raised_at desc
     limit 50`,
  )

/**
 * Reads entries through the function of the database that checks the right and records the read. The serving role has
 * no other access to the trail.
 */
async function readTrail(
  db: Database,
  request: FastifyRequest,
  { texts, since, until }: ReturnType<typeof toTrailFilter>,
  before: number | null,
) {
  const { sessionId } = getStaffPrincipal(request)
  const { address, reference } = getCaller(request)
  const row = await queryRow(
    db,
    z.object({ trail: trail.nullable() }),
    sql`
    select read_audit_trail(
             ${sessionId}, ${now()}, ${address}, ${reference},
             ${toSqlJson(texts)}::jsonb || jsonb_strip_nulls(jsonb_build_object('since', ${since}, 'until', ${until})),
             ${before}, ${pageRows}) as trail`,
    { signal: request.abortSignal },
  )
  if (!row?.trail) throw problem(403, messages.noRight)
  return row.trail
}
