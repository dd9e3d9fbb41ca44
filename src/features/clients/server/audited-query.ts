import type { FastifyRequest } from 'fastify'
import { type AuditEvent, audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import { callerOf, scopeOf } from '#sign-in/server/staff-principal.ts'

/** What a call reads, as it is written down. */
export type Reading = Pick<AuditEvent, 'action' | 'detail'> & {
  /** The codes that it asks for; all of the viewer's, where it names none. */
  only?: readonly string[] | undefined
  /** What it is about; else the codes that are looked through. */
  subject?: string
}

/** A row with the client code that it belongs to. */
type Owned = { client: string }

/** What was found: how many rows, and the client codes that they belong to, each once. */
export type Finding = { rows: number; codes: readonly string[] }

/**
 * What `read` finds within the codes of the viewer and of the call. Who read how many rows of whose is written down
 * with it, and that nothing was found, too.
 */
export function audited<Found>(
  db: Database,
  request: FastifyRequest,
  { only, ...reading }: Reading,
  read: (scoped: Database, abortSignal: AbortSignal) => Promise<Found>,
  findingOf: (found: Found) => Finding,
): Promise<Found> {
  const scope = scopeOf(request, only)
  return withScope(db, scope, async (scoped) => {
    const found = await read(scoped, request.abortSignal)
    const { rows, codes } = findingOf(found)
    await audit(scoped, {
      ...callerOf(request),
      subject: scope.join(','),
      ...reading,
      clientCodes: codes,
      detail: { ...reading.detail, rows },
    })
    return found
  })
}

/** The rows that `read` finds, written down the same way. */
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

/** The same for the one row that `read` finds, or does not. */
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
