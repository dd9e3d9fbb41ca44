import type { FastifyRequest } from 'fastify'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import {
  type EmergencyAccess,
  type RequestedCase,
  readInEmergency,
  recordEmergencyRead,
} from '#sign-in/server/emergency-scope.ts'
import { getCaller, getScope } from '#sign-in/server/staff-principal.ts'

/** The rows that a read covers, and its audit entry. */
export type Reading = Pick<AuditEvent, 'action' | 'detail'> & {
  /** The requested codes; by default, all of the person's codes. */
  only?: readonly string[] | undefined
  /**
   * The case that the read is limited to. A person who opened exactly this case in an emergency can read it, though it is
   * outside their codes.
   */
  emergencyCase?: RequestedCase
  /** The subject of the read; by default, the searched codes. */
  subject?: string
  /** Whether all queries of the read see one snapshot of the database. */
  isSnapshot?: boolean
}

/** A row with its client code. */
export type Owned = { client: string }

/** The result of a read for its audit entry: the number of rows and their distinct client codes. */
export type ReadSummary = {
  rows: number
  codes: readonly string[]
  /** The subject of the read, if only the result reveals it. */
  subject?: string
  /** The keys that the rows are about, if that is not the subject; see `AuditEvent`. */
  shown?: readonly string[]
}

/** Reads rows; `access` is the emergency that opened the case, if there is one. */
export type Read<Found> = (
  scoped: Database,
  abortSignal: AbortSignal,
  access?: EmergencyAccess,
) => Promise<Found>

/**
 * Runs `read` on the requested codes that the person can access. In the same transaction, audits who read how
 * many rows of which codes, even if there were none.
 */
export async function audited<Found>(
  db: Database,
  request: FastifyRequest,
  { only, isSnapshot, emergencyCase, ...reading }: Reading,
  read: Read<Found>,
  summarize: (found: Found) => ReadSummary,
): Promise<Found> {
  const scope = getScope(request, only)
  const readAndLog = async (scoped: Database, access?: EmergencyAccess) => {
    const found = await read(scoped, request.abortSignal, access)
    const { rows, codes, subject, shown } = summarize(found)
    const entry = {
      ...getCaller(request),
      subject: scope.join(','),
      ...reading,
      ...(subject !== undefined && { subject }),
      clientCodes: codes,
      detail: { ...reading.detail, rows, ...(access && { emergencyAccess: access.id }) },
      ...(shown && { shown }),
    }
    await audit(scoped, entry)
    if (access) await recordEmergencyRead(scoped, access, { ...entry, detail: { ...reading.detail, rows } })
    return found
  }
  // Nearly always undefined: it is set only if the person opened this case in an emergency.
  const inEmergency =
    emergencyCase && (await readInEmergency(db, request, { emergencyCase, only }, readAndLog))
  return inEmergency
    ? inEmergency.found
    : withScope(db, scope, (scoped) => readAndLog(scoped), { isSnapshot })
}

/** Like `audited`, for a list of rows. */
export const auditedRows = <Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  reading: Reading,
  read: Read<Row[]>,
  identify?: (row: Row) => string,
): Promise<Row[]> => audited(db, request, reading, read, (rows) => summarizeRows(rows, identify))

/** Summarizes the rows of a list. `identify` names what a row is about, if that is not the subject of the read. */
export const summarizeRows = <Row extends Owned>(
  rows: readonly Row[],
  identify?: (row: Row) => string,
): ReadSummary => ({
  rows: rows.length,
  codes: [...new Set(rows.map(({ client }) => client))],
  ...(identify && { shown: rows.map(identify) }),
})

/** Like `audited`, for at most one row. */
export async function auditedRow<Row extends Owned>(
  db: Database,
  request: FastifyRequest,
  reading: Reading,
  read: Read<Row | undefined>,
): Promise<Row | undefined> {
  const [row] = await auditedRows(db, request, reading, async (scoped, abortSignal, access) => {
    const found = await read(scoped, abortSignal, access)
    return found ? [found] : []
  })
  return row
}
