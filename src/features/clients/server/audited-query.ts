import type { FastifyRequest } from 'fastify'
import {
  type NoteFaults,
  normalizeText,
  noteLength,
  validateNoteText,
} from '#platform/contract/normalize-text.ts'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type Database, withScope } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import {
  type EmergencyAccess,
  type RequestedCase,
  readInEmergency,
  recordEmergencyRead,
} from '#sign-in/server/emergency-scope.ts'
import { getCaller, getScope, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'

/** What a read covers and how it is audited. */
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
  isOneMoment?: boolean
}

/** A row with its client code. */
type Owned = { client: string }

/** What a read returned: the number of rows and their distinct client codes. */
export type ReadSummary = {
  rows: number
  codes: readonly string[]
  /** The subject of the read, if only the result reveals it. */
  subject?: string
  /** What the rows are about, if that is not the subject; see `AuditEvent`. */
  shown?: readonly string[]
}

/** Reads rows; `access` is the emergency that opened the case, if there is one. */
type Read<Found> = (scoped: Database, abortSignal: AbortSignal, access?: EmergencyAccess) => Promise<Found>

/**
 * Runs `read` on the requested codes that the person can access. In the same transaction, audits who read how
 * many rows of which codes, even if there were none.
 */
export async function audited<Found>(
  db: Database,
  request: FastifyRequest,
  { only, isOneMoment, emergencyCase, ...reading }: Reading,
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
  const inEmergency = emergencyCase && (await readInEmergency(db, request, { emergencyCase, only }, readAndLog))
  return inEmergency
    ? inEmergency.found
    : withScope(db, scope, (scoped) => readAndLog(scoped), { isOneMoment })
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

/** A note on a case or a bill of a client. The page chooses the `id`. */
export type NewNote<Target> = Target & { id: string; text: string; author: { id: string; name: string } }

/** Where notes of one kind are stored, and how they are audited. */
type NoteStore<Target extends Owned, Stored extends { isSame: boolean }> = {
  action: string
  /** What the audit entry calls the id of the note. */
  idName: 'note' | 'comment'
  messages: NoteFaults & { notFound: string; idReused: string }
  /** The requested codes; by default, all of the person's codes. */
  only?: readonly string[] | undefined
  /** Finds what the note is about, and its name in the audit entry. */
  findTarget: (scoped: Database) => Promise<(Target & { subject: string }) | undefined>
  /**
   * Returns false if there already is a note with this id; waits for a request with the same id that is in progress.
   */
  insert: (scoped: Database, note: NewNote<Target>) => Promise<boolean>
  /** Finds the note with this id, and whether it has the same author and text. */
  find: (scoped: Database, note: NewNote<Target>) => Promise<Stored | undefined>
}

/**
 * Writes a note of a person once, with its audit entry, and returns it as stored: a repeated request returns the same
 * note. Throws a problem for an invalid text, for something that the person cannot see, and for the id of another note.
 */
export async function writeNoteOnce<Target extends Owned, Stored extends { isSame: boolean }>(
  db: Database,
  request: FastifyRequest,
  { id, text: typed }: { id: string; text: string },
  { action, idName, messages, only, findTarget, insert, find }: NoteStore<Target, Stored>,
): Promise<Stored> {
  const fault = validateNoteText(typed, messages)
  if (fault) throw problem(422, fault)
  const { userId, name } = getStaffPrincipal(request)
  const text = normalizeText(typed)
  return withScope(db, getScope(request, only), async (scoped) => {
    const target = await findTarget(scoped)
    if (!target) throw problem(404, messages.notFound)
    const note = { ...target, id, text, author: { id: userId, name } }
    const isNew = await insert(scoped, note)
    const stored = await find(scoped, note)
    if (!stored?.isSame) throw problem(422, messages.idReused)
    if (isNew) {
      await audit(scoped, {
        ...getCaller(request),
        action,
        subject: target.subject,
        clientCode: target.client,
        detail: { [idName]: id, characters: noteLength(text) },
      })
    }
    return stored
  })
}
