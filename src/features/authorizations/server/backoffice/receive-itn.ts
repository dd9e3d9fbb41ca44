import { createHash } from 'node:crypto'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { describeRowFault, writeRows } from '#platform/import/import-rows.ts'
import { createRowParser } from '#platform/import/load-staging.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import { intakeOutcome } from '../../backoffice-contract.ts'
import { backofficeMessages } from '../../backoffice-messages.ts'
import { comparedItnColumns, itnImport } from '../import/itn-import.ts'

const text = backofficeMessages.intake

/** A bill of the back office whose fields are valid by themselves, and its PDF. */
export type ReceivedItn = {
  itn: string
  client: string
  /** The values of the columns, as an import writes them. */
  values: readonly (string | null)[]
  /** Identifies the content: the values and the PDF. */
  hash: Buffer
}

/**
 * Reads the fields of a bill as an import reads a row. Throws a problem if one is invalid or if its client is not among
 * these codes.
 */
export function readItn(
  fields: Readonly<Record<string, string | null>>,
  pdf: Uint8Array,
  codes: readonly string[],
): ReceivedItn {
  const values = parseFields(fields)
  const [itn, client] = values as [string, string]
  if (!codes.includes(client)) throw problem(422, describeRowFault(itnImport, ['no client', client]))
  const content = createHash('sha256').update(values.map((value) => value ?? '').join('\0'))
  const hash = content.update('\0').update(pdf).digest()
  return { itn, client, values, hash }
}

function parseFields(fields: Readonly<Record<string, string | null>>): (string | null)[] {
  const parseRow = createRowParser('request', itnImport.file, Object.keys(fields))
  try {
    return parseRow(Object.values(fields).map((value) => value ?? ''))
  } catch (error) {
    if (error instanceof RowRejectedError) throw problem(422, error.message)
    throw error
  }
}

const intake = z.object({ round: z.number(), outcome: intakeOutcome })
export type Intake = z.infer<typeof intake>

/** Finds what was stored of a bill with this content; undefined if it is new. */
export const findIntake = (db: Database, { itn, hash }: ReceivedItn): Promise<Intake | undefined> =>
  queryRow(
    db,
    intake,
    sql`select round, outcome from authorization_intake where itn = ${itn} and content_hash = ${hash}`,
  )

type StoredPdf = { sha256: string; pages: number; keep(): Promise<void> }
type Caller = Pick<AuditEvent, 'actor' | 'address' | 'reference'> & { service: string }

/** Faults in the state of a known bill, as opposed to those in the request. */
const conflicts = ['of another client', 'received later', 'final', 'decided']

/**
 * Adds a bill or opens its next round, by the rules of an import, and stores its PDF with it. Throws a problem if that is
 * not possible. Bills with the same ITN wait for each other. Call it in a transaction in the scope of the caller.
 */
export async function receiveItn(
  db: Database,
  received: ReceivedItn,
  pdf: StoredPdf,
  { service, ...caller }: Caller,
): Promise<Intake> {
  const { itn, client, values, hash } = received
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('itn intake'), hashtext(${itn}))`)
  const earlier = await findIntake(db, received)
  if (earlier) return earlier
  await rejectOtherClient(db, received)
  const { fault, added, changed } = await writeRows(db, itnImport, [values], {
    beforeMerge: () => rejectOtherContent(db, itn),
  })
  if (fault?.[0] === 'undoable')
    throw problem(409, describeRowFault(itnImport, fault), { retryAfter: await findUndoSeconds(db, itn) })
  if (fault) throw problem(conflicts.includes(fault[0]) ? 409 : 422, describeRowFault(itnImport, fault))
  const outcome = added > 0 ? 'added' : changed > 0 ? 'resubmitted' : 'known'
  const stored = await queryRow(
    db,
    intake,
    sql`
    insert into authorization_intake (itn, content_hash, client_code, round, outcome, sha256, pages, service, created_at)
    select itn, ${hash}, client_code, round, ${outcome}, ${pdf.sha256}, ${pdf.pages}, ${service}, ${now()}
      from authorization_request
     where itn = ${itn}
    returning round, outcome`,
  )
  if (!stored) throw new Error('The bill was not stored.')
  const detail = { round: stored.round, outcome, pages: pdf.pages, sha256: pdf.sha256 }
  await audit(db, { ...caller, action: 'authorization received', subject: itn, clientCode: client, detail })
  await pdf.keep()
  return stored
}

const undoTime = z.object({ seconds: z.number() })

/** Finds for how long a decision on a bill can still be undone, in seconds. */
async function findUndoSeconds(db: Database, itn: string): Promise<number> {
  const left = await queryRow(
    db,
    undoTime,
    sql`
    select ceil(extract(epoch from max(undo_until) - clock_timestamp()))::int as seconds
      from decision_message
     where itn = ${itn}`,
  )
  return Math.max(1, left?.seconds ?? 1)
}

const otherClient = z.object({
  fault: z.enum(['of another client', 'incident of another client']).nullable(),
})

async function rejectOtherClient(db: Database, { itn, client, values }: ReceivedItn) {
  const incident = values[Object.keys(itnImport.file.columns).indexOf('incidentNumber')] ?? null
  const found = await queryRow(
    db,
    otherClient,
    sql`select find_other_client(${itn}, ${incident}, ${client}) as fault`,
  )
  if (!found?.fault) return
  const isItn = found.fault === 'of another client'
  throw problem(isItn ? 409 : 422, describeRowFault(itnImport, [found.fault, (isItn ? itn : incident) ?? '']))
}

/**
 * An import updates a pending bill that was received at the same time. The back office has to send a later `receivedAt`
 * instead, so that a repeated request never undoes a correction.
 */
async function rejectOtherContent(db: Database, itn: string) {
  const same = sql`select from checked join authorization_request r using (itn) where r.received_at = checked.received_at`
  const changed = sql`
    ${same} and ((${comparedItnColumns('checked')}) is distinct from (${comparedItnColumns('r')})
      or exists (select from authorization_intake i where i.itn = r.itn and i.round = r.round))`
  if (await queryRow(db, z.object({}), changed)) throw problem(409, text.changed(itn))
}
