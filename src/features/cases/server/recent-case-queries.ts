import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import type { CaseRow } from '../contract.ts'
import { findCasesByRow } from './case-queries.ts'

/** The maximum number of recent cases of a person, for each client. */
const maxRecent = 10

/** Selects the recent cases of a person in scope, newest first. */
const recentQuery = (userId: string) => sql`
  select incident_number from recent_case where user_id = ${userId} order by opened_at desc, incident_number`

/**
 * Records that a person opened a case. Row-level security limits the cases that are removed to those in scope, so that
 * internal staff have recent cases of each client.
 */
export async function recordOpening(
  db: Database,
  userId: string,
  { incidentNumber, client }: Pick<CaseRow, 'incidentNumber' | 'client'>,
) {
  await execute(
    db,
    sql`
    insert into recent_case (user_id, incident_number, client_code, opened_at)
    values (${userId}, ${incidentNumber}, ${client}, ${now()})
    on conflict (user_id, incident_number) do update set opened_at = excluded.opened_at`,
  )
  await execute(
    db,
    sql`
    delete from recent_case
     where user_id = ${userId}
       and incident_number in (${recentQuery(userId)} offset ${maxRecent})`,
  )
}

/** Finds the recent cases of a person in scope, newest first. */
export async function findRecentCases(db: Database, userId: string, signal?: AbortSignal) {
  const recent = await queryRows(
    db,
    z.object({ row: z.string() }),
    sql`
    select i.row_key as row
      from recent_case r
      join incident i on i.client_code = r.client_code and i.incident_number = r.incident_number
     where r.user_id = ${userId}
     order by r.opened_at desc, r.incident_number
     limit ${maxRecent}`,
    { signal },
  )
  return findCasesByRow(
    db,
    recent.map(({ row }) => row),
    signal,
  )
}
