import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import type { AuditEvent } from '#platform/db/audit.ts'
import {
  type ClientScope,
  type Database,
  execute,
  queryRow,
  queryRows,
  sql,
  withScope,
} from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { problem } from '#platform/http/problem.ts'
import { messages as platform } from '#platform/messages.ts'
import { clientScope, findClientScope, getClient, getStaffPrincipal } from './staff-principal.ts'
import { activeSessionCondition } from './staff-principal-query.ts'

/** The case that a request reads: its incident number, or `incident.row_key`, the key of the case in addresses. */
export type RequestedCase = { incidentNumber: string } | { rowKey: string }

const accessRow = z.object({
  id: z.string(),
  /** The client code of the case. */
  client: z.string(),
  incidentNumber: z.string(),
  /** The key of the case in addresses: `incident.row_key`. */
  row: z.string(),
  openedAt: z.date(),
  endsAt: z.date(),
})
/** One case that a person opened in an emergency, outside the client codes that they see. */
export type EmergencyAccess = z.infer<typeof accessRow>

/**
 * Whether access `a` still allows reads. The database ends it with its session; a session that is only expired has not
 * ended it yet.
 */
export const openAccessCondition = () => sql`
  (a.ended_at is null and a.expires_at > ${now()}
    and exists (select from staff_session s where s.id = a.session_id and ${activeSessionCondition()}))`

/**
 * Whether the person can open cases of the current client in an emergency: the client allows it, and the person sees
 * some of its codes, but not all. Internal staff who see none of its codes have no business with it.
 */
export function mayOpenInEmergency(request: FastifyRequest): boolean {
  const { isNarrowed } = getStaffPrincipal(request)
  const { emergencyMinutes, codes } = getClient(request)
  return isNarrowed && emergencyMinutes !== null && codes.length > 0
}

/** The scope in which a case for an emergency is searched for: all codes of the current client. */
export const findEmergencyScope = (db: Database, request: FastifyRequest): Promise<ClientScope> =>
  findClientScope(db, getClient(request).id)

/** Selects the cases that this session has open at the current client and the person does not see anyway. */
function openAccessQuery(request: FastifyRequest) {
  const { id, codes } = getClient(request)
  const { userId, sessionId } = getStaffPrincipal(request)
  return sql`
    select a.id, a.client_code as client, a.incident_number as "incidentNumber", i.row_key as row,
           a.opened_at as "openedAt", a.expires_at as "endsAt"
      from emergency_access a
      join incident i on i.incident_number = a.incident_number and i.client_code = a.client_code
     where a.user_id = ${userId} and a.session_id = ${sessionId} and a.client_id = ${id}
       and ${openAccessCondition()} and a.client_code <> all(${[...codes]}::text[])`
}

/** Lists the cases that this session has open in an emergency, in the scope of the client. */
export const listOpenAccesses = (scoped: Database, request: FastifyRequest) =>
  queryRows(scoped, accessRow, sql`${openAccessQuery(request)} order by a.opened_at, a.id`)

type Reader<Found> = (scoped: Database, access: EmergencyAccess) => Promise<Found>

/**
 * Runs `read` in a transaction that sees the client code of a requested case, if the person opened exactly this case in
 * an emergency; returns undefined otherwise. `read` must select only rows of this case. The lock makes ending the access
 * wait for reads in progress, so that nothing is read once it has ended. A document that takes longer to make is not sent
 * then.
 */
export async function readInEmergency<Found>(
  db: Database,
  request: FastifyRequest,
  { emergencyCase, only }: { emergencyCase: RequestedCase; only?: readonly string[] | undefined },
  read: Reader<Found>,
): Promise<{ found: Found } | undefined> {
  if (!mayOpenInEmergency(request)) return undefined
  const scope = await findEmergencyScope(db, request)
  const wanted =
    'rowKey' in emergencyCase
      ? sql`i.row_key = ${emergencyCase.rowKey}`
      : sql`i.incident_number = ${emergencyCase.incidentNumber}`
  const query = sql`${openAccessQuery(request)} and ${wanted} order by a.expires_at desc limit 1`
  const access = await withScope(db, scope, (scoped) => queryRow(scoped, accessRow, query))
  if (!access || (only && !only.includes(access.client))) return undefined
  const ofOneCode = clientScope.parse(scope.filter((code) => code === access.client))
  const openQuery = () =>
    sql`select a.id from emergency_access a where a.id = ${access.id} and ${openAccessCondition()}`
  const found = await withScope(db, ofOneCode, async (scoped) => {
    if (!(await queryRow(scoped, openRow, sql`${openQuery()} for share`))) return undefined
    return { found: await read(scoped, access) }
  })
  request.beforeDocument = async () => {
    const isStillOpen = await withScope(db, ofOneCode, (scoped) => queryRow(scoped, openRow, openQuery()))
    if (!isStillOpen) throw problem(404, platform.notFound)
  }
  return found
}

const openRow = z.object({ id: z.string() })

/** Keeps what was read through an access, for the people who review it. Call it in the transaction of the read. */
export const recordEmergencyRead = (
  scoped: Database,
  { id, client, incidentNumber }: EmergencyAccess,
  { action, subject, detail }: Pick<AuditEvent, 'action' | 'subject' | 'detail'>,
) =>
  execute(
    scoped,
    sql`
    insert into emergency_read (access_id, client_code, incident_number, at, action, subject, detail)
    values (${id}, ${client}, ${incidentNumber}, ${now()}, ${action}, ${subject}, ${toSqlJson(detail ?? {})}::jsonb)`,
  )
