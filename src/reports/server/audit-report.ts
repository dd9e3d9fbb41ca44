import type { FastifyRequest } from 'fastify'
import { audit } from '#platform/server/audit.ts'
import type { ClientScope, Database } from '#platform/server/database.ts'
import { callerOf } from '#sign-in/server/viewer.ts'

/** A report as it is written down: which one, of what, how many rows. */
export type Told = {
  code: string
  scope: ClientScope
  first: string
  last: string
  rows: number
  /** The codes that were asked for, seen or not. */
  asked?: readonly string[]
}

/** Writes down that somebody opened, ordered or cancelled a report. */
export function auditReport(
  db: Database,
  request: FastifyRequest,
  action: `report ${'opened' | 'ordered' | 'cancelled' | 'without data'}`,
  { code, scope, first, last, rows, asked }: Told,
) {
  const [clientCode, ...others] = scope
  const owner = clientCode === undefined || others.length > 0 ? {} : { clientCode }
  const detail = { report: code, first, last, rows, ...(asked && { asked: asked.join(',') }) }
  const subject = (rows === 0 && asked ? asked : scope).join(',')
  return audit(db, { ...callerOf(request), action, subject, ...owner, detail })
}
