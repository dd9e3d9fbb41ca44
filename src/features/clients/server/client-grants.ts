import { z } from 'zod'
import { paper } from '#clients/contract.ts'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'

/**
 * The settings of a provider search that a client has. `networks` limits it to some networks of its
 * definition; null allows all of them.
 */
const grantedSearch = z.object({ networks: z.array(z.string()).nullable() })

/** Finds the settings of a provider search of a client; undefined if the client does not have the search. */
export function findGrantedSearch(db: Database, clientId: string, definitionKey: string) {
  return queryRow(
    db,
    grantedSearch,
    sql`
    select networks from client_provider_search
     where client_id = ${clientId} and definition_key = ${definitionKey}`,
    { isPrepared: true },
  )
}

/** The settings of a report that a client has: its label, and whether it can cover several codes at once. */
const grantedReport = z.object({ name: z.string(), multiClient: z.boolean() })

/** Finds the settings of a report of a client; undefined if the client does not have the report. */
export function findGrantedReport(db: Database, clientId: string, code: string) {
  return queryRow(
    db,
    grantedReport,
    sql`
    select name, multi_client as "multiClient" from client_report where client_id = ${clientId} and code = ${code}`,
    { isPrepared: true },
  )
}

const reportSettings = z.object({ paper, baseCurrency: z.string().nullable() })

/** The paper size of a client's reports, and the currency of one total, if any. */
export async function findReportSettings(db: Database, clientId: string) {
  const found = await queryRow(
    db,
    reportSettings,
    sql`select paper, base_currency as "baseCurrency" from client where id = ${clientId}`,
    { isPrepared: true },
  )
  return found ?? { paper: 'letter' as const, baseCurrency: null }
}

/** An SQL condition that is true if the client has the report. Both arguments are SQL expressions. */
export const grantedCondition = (clientId: Sql, code: Sql): Sql => sql`
  exists (select from client_report granted where granted.client_id = ${clientId} and granted.code = ${code})`

/** Whether a client has any report. */
export async function hasAnyReport(db: Database, clientId: string): Promise<boolean> {
  const found = await queryRow(
    db,
    z.object({}),
    sql`select from client_report where client_id = ${clientId} limit 1`,
  )
  return found !== undefined
}
