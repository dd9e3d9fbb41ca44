import type { FastifyRequest } from 'fastify'
import { type AuditEvent, audit } from '#platform/server/audit.ts'
import { type Database, withScope } from '#platform/server/database.ts'
import { callerOf, scopeOf } from '#sign-in/server/viewer.ts'

/** What a call reads, as it is written down. */
export type Reading = Pick<AuditEvent, 'action' | 'detail'> & {
  /** The codes that it asks for; all of the viewer's, where it names none. */
  only?: readonly string[] | undefined
  /** What it is about; else the codes that are looked through. */
  subject?: string
}

/** A row with the client code that it belongs to. */
type Owned = { client: string }

/**
 * The rows that `read` finds within the codes of the viewer and of the call. Who read how many of whose is written
 * down with them, and that nothing was found, too.
 */
export function auditedRows<Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  { only, ...reading }: Reading,
  read: (scoped: Database, hangUp: AbortSignal) => Promise<Row[]>,
): Promise<Row[]> {
  const scope = scopeOf(request, only)
  return withScope(db, scope, async (scoped) => {
    const rows = await read(scoped, request.hangUp)
    await audit(scoped, {
      ...callerOf(request),
      subject: scope.join(','),
      ...reading,
      ...ownerOf(rows),
      detail: { ...reading.detail, rows: rows.length, ...ownersOf(rows) },
    })
    return rows
  })
}

/** The same for the one row that `read` finds, or does not. */
export async function auditedRow<Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  reading: Reading,
  read: (scoped: Database, hangUp: AbortSignal) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const [row] = await auditedRows(db, request, reading, async (scoped, hangUp) => {
    const found = await read(scoped, hangUp)
    return found ? [found] : []
  })
  return row
}

const codesOf = (rows: readonly Owned[]) => [...new Set(rows.map(({ client }) => client))]

function ownerOf(rows: readonly Owned[]): { clientCode?: string } {
  const [clientCode, ...others] = codesOf(rows)
  return clientCode === undefined || others.length > 0 ? {} : { clientCode }
}

function ownersOf(rows: readonly Owned[]): Record<string, string> {
  const codes = codesOf(rows)
  return codes.length > 1 ? { clients: codes.join(',') } : {}
}
