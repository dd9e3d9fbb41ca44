import { z } from 'zod'
import { type Database, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { messages } from './command-messages.ts'

/** What an export of the audit trail is limited to. */
export type ExportFilter = {
  /** The name, email address, subject or ID of a person, the name of a member account, or any other actor. */
  person?: string
  /** The client code and the patient code, separated by a space. */
  patient?: string
  /** The ID of a client, or one of its codes. */
  client?: string
  /** An incident number. */
  case?: string
  /** The ITN of a bill. */
  itn?: string
  action?: string
}

/** What a filter may name that the database does not have. */
export const unknownCriterion = z.enum(['patient', 'case', 'itn', 'client'])

const resolvedFilter = z.object({
  resolved: z.looseObject({ unknown: unknownCriterion.optional() }),
})
/** A filter with the values that entries have, as `list_audit_entries` takes it. */
export type ResolvedFilter = z.infer<typeof resolvedFilter>['resolved']

/** Resolves a filter. Throws a readable error for a patient, case, ITN or client that is unknown. */
export async function resolveAuditFilter(owner: Database, filter: ExportFilter): Promise<ResolvedFilter> {
  const found = await inTransaction(owner, (db) =>
    queryRow(db, resolvedFilter, sql`select resolve_audit_filter(${toSqlJson(filter)}::jsonb) as resolved`),
  )
  if (!found) throw new Error('The database resolved no filter.')
  const { unknown } = found.resolved
  if (unknown) throw new Error(messages.unknown[unknown](filter[unknown] ?? ''))
  return found.resolved
}
