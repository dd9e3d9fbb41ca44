import type { FastifyRequest } from 'fastify'
import { audit } from '#platform/server/audit.ts'
import type { ClientScope, Database } from '#platform/server/database.ts'
import { callerOf } from '#sign-in/server/staff-principal.ts'

/** The audit details of a report: type, scope, period, row count and, if it has totals only, bill count. */
export type ReportAuditDetail = {
  code: string
  scope: ClientScope
  first: string
  last: string
  rows: number
  bills?: number | undefined
  /** The requested codes, including codes outside the user's scope. */
  requestedCodes?: readonly string[]
}

/**
 * Audits that a user opened, ordered or canceled a report. The subject is the codes that were read, or the requested
 * codes if the report has no data.
 */
export function auditReport(
  db: Database,
  request: FastifyRequest,
  action: `report ${'opened' | 'ordered' | 'cancelled' | 'without data'}`,
  { code, scope, first, last, rows, bills, requestedCodes }: ReportAuditDetail,
) {
  const [clientCode, ...others] = scope
  const owner = clientCode === undefined || others.length > 0 ? {} : { clientCode }
  const counts = { rows, ...(bills !== undefined && { bills }) }
  const detail = {
    report: code,
    first,
    last,
    ...counts,
    ...(requestedCodes && { asked: requestedCodes.join(',') }),
  }
  const subject = (action === 'report without data' && requestedCodes ? requestedCodes : scope).join(',')
  return audit(db, { ...callerOf(request), action, subject, ...owner, detail })
}
