import { z } from 'zod'
import { type Database, rowOf, type Sql, sql } from '#platform/server/database.ts'

/** A report as a client has it: what they call it, and whether it takes several of their codes at once. */
const grantedReport = z.object({ name: z.string(), multiClient: z.boolean() })

/** What a client has of a report; undefined where it does not have it. */
export function grantedReportOf(db: Database, clientId: string, code: string) {
  return rowOf(
    db,
    grantedReport,
    sql`
    select name, multi_client as "multiClient" from client_report where client_id = ${clientId} and code = ${code}`,
    { prepared: 'report of a client' },
  )
}

/** Whether a client has a report, within a query of rows that name both. */
export const isGranted = (clientId: Sql, code: Sql): Sql => sql`
  exists (select from client_report granted where granted.client_id = ${clientId} and granted.code = ${code})`
