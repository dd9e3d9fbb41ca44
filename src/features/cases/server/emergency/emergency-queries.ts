import { z } from 'zod'
import { hourMs, now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { idleMs, maxSessionMs } from '#sign-in/server/cookies.ts'
import { type EmergencyAccess, openAccessCondition } from '#sign-in/server/emergency-scope.ts'
import { activeSessionCondition } from '#sign-in/server/staff-principal-query.ts'

/** How long an attempt that matched no case counts. */
const refusalMs = hourMs
/** How many such attempts one person has within that time, and how many a case has by all people of the client. */
const refusalLimits = { byPerson: 5, byCase: 20 }

/** An attempt to open a case. */
export type Attempt = { userId: string; clientId: string; incidentNumber: string; dateOfBirth: string }

/** Serializes the attempts of a person and those at a case until the transaction ends, so that all counts are exact. */
export async function lockAttempts(db: Database, attempt: Attempt) {
  for (const key of [
    sql`'emergency person ' || ${attempt.userId}`,
    sql`'emergency case ' || ${hashCase(attempt)}::text`,
  ])
    await execute(db, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

/** When the next attempt is allowed; undefined if it is now. */
export async function throttledUntil(db: Database, attempt: Attempt): Promise<Date | undefined> {
  const latest = sql`array_agg(at order by at desc)`
  const row = await queryRow(
    db,
    z.object({ oldest: z.date().nullable() }),
    sql`
    select greatest(
             (${latest} filter (where user_id = ${attempt.userId}))[${refusalLimits.byPerson}::int],
             (${latest} filter (where case_hash = ${hashCase(attempt)}))[${refusalLimits.byCase}::int])
             as oldest
      from emergency_refusal
     where (user_id = ${attempt.userId} or case_hash = ${hashCase(attempt)}) and at > ${timeAgo(refusalMs)}`,
  )
  return row?.oldest ? new Date(row.oldest.getTime() + refusalMs) : undefined
}

export const recordRefusal = (db: Database, attempt: Attempt) =>
  execute(
    db,
    sql`
    insert into emergency_refusal (user_id, case_hash, at)
    values (${attempt.userId}, ${hashCase(attempt)}, ${now()})`,
  )

/** Deletes attempts that no longer count. */
export const emergencyCleanup: CleanupJob[] = [
  {
    name: 'emergency_refusal',
    statements: () => [sql`delete from emergency_refusal where at < ${timeAgo(refusalMs)}`],
  },
]

const hashCase = ({ clientId, incidentNumber }: Attempt) =>
  sql`sha256(convert_to(${clientId} || ' ' || ${incidentNumber}, 'UTF8'))`

/** Finds the case with this number, if its patient was born on this day. */
export const findCase = (scoped: Database, { incidentNumber, dateOfBirth }: Attempt) =>
  queryRow(
    scoped,
    z.object({ client: z.string(), incidentNumber: z.string(), row: z.string() }),
    sql`
    select i.client_code as client, i.incident_number as "incidentNumber", i.row_key as row
      from incident i
      join patient p using (client_code, patient_code)
     where i.incident_number = ${incidentNumber} and p.date_of_birth = ${dateOfBirth}`,
  )

type NewAccess = Pick<EmergencyAccess, 'client' | 'incidentNumber'> & {
  userId: string
  sessionId: string
  name: string
  clientId: string
  reason: string
  minutes: number
}

const accessId = z.object({ id: z.string(), endsAt: z.date() })

export async function insertAccess(scoped: Database, access: NewAccess) {
  const { userId, sessionId, name, clientId, client, incidentNumber, reason, minutes } = access
  const row = await queryRow(
    scoped,
    accessId,
    sql`
    insert into emergency_access (id, user_id, session_id, user_name, client_id, client_code, incident_number, reason,
                                  opened_at, expires_at)
    values (gen_random_uuid(), ${userId}, ${sessionId}, ${name}, ${clientId}, ${client}, ${incidentNumber}, ${reason}, ${now()},
            ${new Date(now().getTime() + minutes * 60_000)})
    returning id, expires_at as "endsAt"`,
  )
  return accessId.parse(row)
}

/** Counts the cases that a person has open, in all their sessions. */
export async function countOpenAccesses(scoped: Database, userId: string): Promise<number> {
  const count = sql`select count(*)::int as count from emergency_access a where a.user_id = ${userId} and ${openAccessCondition()}`
  return (await queryRow(scoped, z.object({ count: z.int() }), count))?.count ?? 0
}

const ended = z.object({ client: z.string(), incidentNumber: z.string(), endedAt: z.date() })

/** Ends an access of a person that is still open, in any of their sessions. Waits for reads in progress. */
export const endOpenAccess = (scoped: Database, { id, userId }: { id: string; userId: string }) =>
  queryRow(
    scoped,
    ended,
    sql`
    update emergency_access a set ended_at = ${now()}
     where a.id = ${id} and a.user_id = ${userId} and ${openAccessCondition()}
    returning client_code as client, incident_number as "incidentNumber", ended_at as "endedAt"`,
  )

const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString())

/** What was read, each thing once. */
const readRow = z.object({
  at: instant,
  lastAt: instant,
  times: z.int(),
  action: z.string(),
  subject: z.string(),
  first: z.int().nullable(),
  last: z.int().nullable(),
})

const listedAccess = z.object({
  id: z.string(),
  userId: z.string(),
  person: z.string(),
  client: z.string(),
  incidentNumber: z.string(),
  row: z.string().nullable(),
  reason: z.string(),
  openedAt: z.date(),
  endsAt: z.date(),
  wasEnded: z.boolean(),
  isOpen: z.boolean(),
  reads: z.array(readRow),
  total: z.int(),
  reviewedBy: z.string().nullable(),
  reviewedAt: z.date().nullable(),
  reviewNote: z.string().nullable(),
})
export type ListedAccess = z.infer<typeof listedAccess>

const maxListed = 200

/** When a session that is only expired ended access `a`: when that session did. */
const sessionExpiry = () => sql`
  (select least(s.renewed_at + ${idleMs} * interval '1 millisecond',
                s.started_at + ${maxSessionMs} * interval '1 millisecond')
     from staff_session s
    where s.id = a.session_id and not (${activeSessionCondition()}))`

/**
 * Lists the accesses of the client with what was read, at most two hundred of the `total`: those without a review first,
 * oldest first, then the newest others. They stay with the client of the person, also when the code gets another one.
 */
export const findAccesses = (scoped: Database, clientId: string, signal?: AbortSignal) =>
  queryRows(
    scoped,
    listedAccess,
    sql`
    with listed as (
      select a.*, count(*) over ()::int as total
        from emergency_access a
       where a.client_id = ${clientId}
       order by a.reviewed_at is not null, case when a.reviewed_at is null then a.opened_at end, a.opened_at desc, a.id
       limit ${maxListed})
    select a.id, a.user_id as "userId", a.user_name as person, a.client_code as client,
           a.incident_number as "incidentNumber", i.row_key as row, a.reason, a.opened_at as "openedAt",
           least(a.expires_at, a.ended_at, ${sessionExpiry()}) as "endsAt",
           coalesce(least(a.ended_at, ${sessionExpiry()}) < a.expires_at, false) as "wasEnded", ${openAccessCondition()} as "isOpen",
           (select coalesce(json_agg(r order by r.id), '[]')
              from (select min(id) as id, min(at) as at, max(at) as "lastAt", count(*)::int as times, action, subject,
                           detail->'first' as first, detail->'last' as last
                      from emergency_read
                     where access_id = a.id
                     group by action, subject, detail->'first', detail->'last') as r) as reads,
           a.reviewed_by_name as "reviewedBy", a.reviewed_at as "reviewedAt", a.review_note as "reviewNote", a.total
      from listed a
      left join incident i on i.incident_number = a.incident_number and i.client_code = a.client_code
     order by a.reviewed_at is not null, case when a.reviewed_at is null then a.opened_at end, a.opened_at desc, a.id`,
    { signal },
  )

const reviewState = listedAccess.pick({
  userId: true,
  client: true,
  incidentNumber: true,
  reviewedBy: true,
  reviewedAt: true,
})

/** Finds an access of the client and locks it, so that only one person reviews it. */
export const lockAccess = (scoped: Database, id: string, clientId: string) =>
  queryRow(
    scoped,
    reviewState,
    sql`
    select user_id as "userId", client_code as client, incident_number as "incidentNumber",
           reviewed_by_name as "reviewedBy", reviewed_at as "reviewedAt"
      from emergency_access
     where id = ${id} and client_id = ${clientId}
       for update`,
  )

type Review = { id: string; userId: string; name: string; note: string }

/** Stores a review. It ends an access that is still open, because no review would show what is read after it. */
export async function recordReview(scoped: Database, { id, userId, name, note }: Review) {
  const at = now()
  await execute(
    scoped,
    sql`
    update emergency_access a set ended_at = least(${at}, ${sessionExpiry()})
     where id = ${id} and ended_at is null and expires_at > ${at}`,
  )
  await execute(
    scoped,
    sql`
    update emergency_access
       set reviewed_by = ${userId}, reviewed_by_name = ${name}, reviewed_at = ${at}, review_note = ${note}
     where id = ${id}`,
  )
}
