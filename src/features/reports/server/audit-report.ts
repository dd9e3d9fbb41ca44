import type { FastifyRequest } from 'fastify'
import { audit } from '#platform/server/audit.ts'
import type { ClientScope, Database } from '#platform/server/database.ts'
import { callerOf } from '#sign-in/server/staff-principal.ts'

/** A report as it is written down: which one, of what, how many rows, of how many bills where it has sums alone. */
export type Told = {
  code: string
  scope: ClientScope
  first: string
  last: string
  rows: number
  bills?: number | undefined
  /** The codes that were asked for, seen or not. */
  asked?: readonly string[]
}

/**
 * Writes down that somebody opened, ordered or cancelled a report: of the codes that were read, or of those that were
 * asked for where nothing was found.
 */
export function auditReport(
  db: Database,
  request: FastifyRequest,
  action: `report ${'opened' | 'ordered' | 'cancelled' | 'without data'}`,
  { code, scope, first, last, rows, bills, asked }: Told,
) {
  const [clientCode, ...others] = scope
  const owner = clientCode === undefined || others.length > 0 ? {} : { clientCode }
  const counts = { rows, ...(bills !== undefined && { bills }) }
  const detail = { report: code, first, last, ...counts, ...(asked && { asked: asked.join(',') }) }
  const subject = (action === 'report without data' && asked ? asked : scope).join(',')
  return audit(db, { ...callerOf(request), action, subject, ...owner, detail })
}
