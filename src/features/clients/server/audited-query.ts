import type { FastifyRequest } from 'fastify'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { getCaller, getScope } from '#sign-in/server/staff-principal.ts'

/** What a read covers and how it is audited. */
export type Reading = Pick<AuditEvent, 'action' | 'detail'> & {
  /** The requested codes; by default, all of the person's codes. */
  only?: readonly string[] | undefined
  /** The subject of the read; by default, the searched codes. */
  subject?: string
}

/** A row with its client code. */
type Owned = { client: string }

/** What a read returned: the number of rows and their distinct client codes. */
export type ReadSummary = {
  rows: number
  codes: readonly string[]
  /** The subject of the read, if only the result reveals it. */
  subject?: string
}

/**
 * Runs `read` on the requested codes that the person can access. In the same transaction, audits who read how
 * many rows of which codes, even if there were none.
 */
export function audited<Found>(
  db: Database,
  request: FastifyRequest,
  { only, ...reading }: Reading,
  read: (scoped: Database, abortSignal: AbortSignal) => Promise<Found>,
  summarize: (found: Found) => ReadSummary,
): Promise<Found> {
  const scope = getScope(request, only)
  return withScope(db, scope, async (scoped) => {
    const found = await read(scoped, request.abortSignal)
    const { rows, codes, subject } = summarize(found)
    await audit(scoped, {
      ...getCaller(request),
      subject: scope.join(','),
      ...reading,
      ...(subject !== undefined && { subject }),
      clientCodes: codes,
      detail: { ...reading.detail, rows },
    })
    return found
  })
}

/** Like `audited`, for a list of rows. */
export const auditedRows = <Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  reading: Reading,
  read: (scoped: Database, abortSignal: AbortSignal) => Promise<Row[]>,
): Promise<Row[]> =>
  audited(db, request, reading, read, (rows) => ({
    rows: rows.length,
    codes: [...new Set(rows.map(({ client }) => client))],
  }))

/** Like `audited`, for at most one row. */
export async function auditedRow<Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  reading: Reading,
  read: (scoped: Database, abortSignal: AbortSignal) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const [row] = await auditedRows(db, request, reading, async (scoped, abortSignal) => {
    const found = await read(scoped, abortSignal)
    return found ? [found] : []
  })
  return row
}
