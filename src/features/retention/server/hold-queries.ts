import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { allowErasure, bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  type Sql,
  sql,
} from '#platform/db/database.ts'
import { messages } from '../messages.ts'
import type { PatientKey } from './data-kinds.ts'

/** What a hold keeps: everything of a client, of a patient, or of a case. */
export type HoldTarget = { client?: string; patient?: string; case?: string }

const hold = z.object({
  id: z.number(),
  target: z.string(),
  reason: z.string(),
  placedAt: z.date(),
  placedBy: z.string(),
})
export type Hold = z.infer<typeof hold>

const holdColumns = sql`
  h.id, coalesce('client ' || h.client_id, 'patient ' || h.client_code || ' ' || h.patient_code,
                 'case ' || h.incident_number) as target,
  h.reason, h.placed_at as "placedAt", h.placed_by as "placedBy"`

export async function listHolds(db: Database, actor: string): Promise<Hold[]> {
  const holds = await queryRows(db, hold, sql`select ${holdColumns} from legal_hold h order by h.id`)
  const shown = holds
    .filter(({ target }) => !target.startsWith('client '))
    .map(({ target }) => target.replace(/^\w+ /, ''))
  const detail = { rows: holds.length }
  await audit(db, { actor, action: 'holds listed', subject: 'holds', shown, detail })
  return holds
}

/** Splits "ALP1 P1042" into client code and patient code. */
export function parsePatient(text: string): PatientKey {
  const [clientCode = '', ...rest] = text.trim().split(/\s+/)
  return { clientCode, patientCode: rest.join(' ') }
}

/** Serializes erasures with each other, and holds with erasures. */
const lockErasures = (db: Database) => execute(db, sql`select pg_advisory_xact_lock(hashtext('erasure'))`)

/** Runs `work` in a transaction that may erase, one at a time. */
export const inErasure = <Result>(
  owner: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> =>
  inTransaction(owner, async (db) => {
    await allowErasure(db)
    await lockErasures(db)
    return work(db)
  })

/** Carries the result of a dry run out of its transaction, which the error rolls back. */
class DryRunError<Result> extends Error {
  override name = 'DryRunError'
  readonly result: Result

  constructor(result: Result) {
    super('A dry run changes nothing.')
    this.result = result
  }
}

/** Runs `work` like `inErasure` and returns its result, but changes nothing. */
export async function tryInErasure<Result>(
  owner: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await inErasure(owner, async (db) => {
      throw new DryRunError(await work(db))
    })
  } catch (error) {
    if (error instanceof DryRunError) return error.result
    throw error
  }
}

const fewestReason = 5

/** Places a hold. Throws a readable error unless exactly one target is named, it exists, and there is a reason. */
export function addHold(
  owner: Database,
  { target, reason, actor }: { target: HoldTarget; reason: string; actor: string },
): Promise<Hold> {
  const named = Object.values(target).filter((value) => value !== undefined)
  if (named.length !== 1) throw new Error(messages.holds.oneTarget)
  if (reason.trim().length < fewestReason) throw new Error(messages.holds.noReason)
  return inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    await lockErasures(db)
    const placed = await queryRow(
      db,
      hold,
      sql`
      with h as (
        insert into legal_hold (client_id, client_code, patient_code, incident_number, reason, placed_at, placed_by)
        ${findTarget(target)}
        returning *
      )
      select ${holdColumns} from h`,
    )
    if (!placed) throw new Error(messages.holds.unknownTarget(named.join(' ')))
    await auditHold(db, placed, { actor, action: 'hold placed' })
    return placed

    function findTarget({ client, patient, case: incident }: HoldTarget): Sql {
      const last = sql`${reason.trim()}, ${now()}::timestamptz, ${actor}`
      if (client !== undefined)
        return sql`select id, null, null, null, ${last} from client where id = ${client}`
      if (incident !== undefined)
        return sql`select null, null, null, incident_number, ${last} from incident where incident_number = ${incident}`
      const { clientCode, patientCode } = parsePatient(patient ?? '')
      return sql`
        select null, client_code, patient_code, null, ${last}
          from patient
         where client_code = ${clientCode} and patient_code = ${patientCode}`
    }
  })
}

/** Removes a hold. Throws a readable error if there is none with this number. */
export function removeHold(owner: Database, { id, actor }: { id: number; actor: string }): Promise<Hold> {
  return inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const removed = await queryRow(
      db,
      hold,
      sql`with h as (delete from legal_hold where id = ${id} returning *) select ${holdColumns} from h`,
    )
    if (!removed) throw new Error(messages.holds.unknown(id))
    await auditHold(db, removed, { actor, action: 'hold removed' })
    return removed
  })
}

/** The reason is not in the trail, because it may name a person. */
const auditHold = (
  db: Database,
  { id, target }: Hold,
  { actor, action }: { actor: string; action: string },
) => audit(db, { actor, action, subject: target.replace(/^\w+ /, ''), detail: { hold: id } })

const findHolds = (db: Database, condition: Sql): Promise<Hold[]> =>
  queryRows(db, hold, sql`select ${holdColumns} from legal_hold h where ${condition} order by h.id`)

/** The holds on a patient: on the client, the patient or one of the patient's cases. */
export const findPatientHolds = (db: Database, { clientCode, patientCode }: PatientKey): Promise<Hold[]> =>
  findHolds(db, patientHeldCondition(sql`${clientCode}`, sql`${patientCode}`))

/** The holds on a client. */
export const findClientHolds = (db: Database, clientId: string): Promise<Hold[]> =>
  findHolds(db, sql`h.client_id = ${clientId}`)

/** The holds on a client, and on patients and cases of its codes. */
export const findHoldsWithin = (
  db: Database,
  { clientId, codes }: { clientId: string; codes: readonly string[] },
): Promise<Hold[]> =>
  findHolds(
    db,
    sql`
    h.client_id = ${clientId} or h.client_code = any(${codes})
      or h.incident_number in (select i.incident_number from incident i where i.client_code = any(${codes}))`,
  )

/** Whether hold `h` keeps a patient with all cases. */
const patientHeldCondition = (clientCode: Sql, patientCode: Sql) => sql`
  (h.client_id = (select k.client_id from client_code k where k.code = ${clientCode})
    or h.client_code = ${clientCode} and h.patient_code = ${patientCode}
    or h.incident_number in (select i.incident_number from incident i
                              where i.client_code = ${clientCode} and i.patient_code = ${patientCode}))`

/** Whether a patient is on hold, also because of one case. */
export const patientHasHold = (clientCode: Sql, patientCode: Sql) =>
  sql`exists (select from legal_hold h where ${patientHeldCondition(clientCode, patientCode)})`

/** Whether a case is on hold: itself, or all cases of its patient or client. */
export const caseHasHold = (incidentNumber: Sql) => sql`
  exists (select from legal_hold h
            left join incident held on held.incident_number = ${incidentNumber}
           where h.incident_number = ${incidentNumber}
              or h.client_code = held.client_code and h.patient_code = held.patient_code
              or h.client_id = (select k.client_id from client_code k where k.code = held.client_code))`

/** Whether the patients of a policy are on hold. */
export const policyHasHold = (clientCode: Sql, policyKey: Sql) => sql`
  (exists (select from legal_hold h join client_code k on k.client_id = h.client_id where k.code = ${clientCode})
    or exists (select from policy p
                where p.client_code = ${clientCode} and p.number_key = ${policyKey}
                  and ${patientHasHold(sql`p.client_code`, sql`p.patient_code`)}))`
