import { z } from 'zod'
import { type AuditEvent, audit } from '#platform/db/audit.ts'
import { type ClientScope, type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { staffName } from '#platform/db/staff-name.ts'
import { issuedVob, type VobFilter, vobWithdrawal } from '../contract.ts'
import { maxVobs } from '../rules.ts'

const instant = z.date().transform((at) => at.toISOString())

const withdrawalRow = vobWithdrawal
  .extend({ at: z.coerce.date().transform((at) => at.toISOString()) })
  .nullable()

const vobRow = issuedVob.extend({ client: z.string(), issuedAt: instant, withdrawal: withdrawalRow })

const findStaffName = (person: string) => sql`(
  select ${staffName} from staff_user u where u.id = ${sql.ref(person)})`

/** The columns of a letter `v` and its withdrawal `w`. */
const withdrawalColumn = sql`
  case when w.number is not null
       then json_build_object('at', w.withdrawn_at, 'by', ${findStaffName('w.withdrawn_by')}, 'reason', w.reason)
  end as withdrawal`
const columns = sql`
  v.client_code as client, v.number, v.provider_name as "providerName", v.patient_name as "patientName",
  v.policy_number as "policyNumber", v.date_of_service as "dateOfService", v.issued_at as "issuedAt",
  ${findStaffName('v.issued_by')} as "issuedBy", ${withdrawalColumn}`

/** The person who lists letters, and the first instant of the period; undefined for any time. */
type Listing = VobFilter & { userId: string; since: Date | undefined }

/**
 * Lists letters, newest first, at most one more than the response limit. Each client code is read in the order of its
 * index, so a list without words, issuer or status reads only the letters that it returns; any other reads the letters
 * of the period until it has enough that match.
 */
export const findVobs = (db: Database, scope: ClientScope, listing: Listing, signal: AbortSignal) =>
  queryRows(
    db,
    vobRow,
    sql`
    select ${columns}
      from unnest(${scope}::text[]) as own (code)
     cross join lateral (
           select number
             from vob v
            where client_code = own.code
              ${vobConditions(listing)}
            order by issued_at desc, number desc
            limit ${maxVobs + 1}) as found
      join vob v using (number)
      left join vob_withdrawal w using (number)
     order by v.issued_at desc, v.number desc
     limit ${maxVobs + 1}`,
    { signal },
  )

/** A search with more words than this ignores the others. */
const maxWords = 12

function vobConditions({ search, issuedBy, status, userId, since }: Listing): Sql {
  const words = search.split(/[\s,]+/).filter((word) => word !== '')
  const withdrawn = sql`exists (select from vob_withdrawal where number = v.number)`
  return sql.join(
    [
      sql``,
      ...(since ? [sql`issued_at >= ${since}`] : []),
      ...(issuedBy === 'me' ? [sql`issued_by = ${userId}::uuid`] : []),
      ...(status === 'any' ? [] : [status === 'withdrawn' ? withdrawn : sql`not ${withdrawn}`]),
      ...words.slice(0, maxWords).map((word) => sql`strpos(search_text, (select search_key(${word}))) > 0`),
    ],
    sql` and `,
  )
}

type Key = { incidentNumber: string; patientCode: string; codes: readonly string[] }

/**
 * Finds the letters for the policy of an incident, newest first; undefined if these codes have no such incident. A
 * letter that was issued without a case belongs to the first code of its issuer, so letters of another code count, too,
 * unless that code has a policy with this number itself.
 */
export async function findCaseVobs(
  db: Database,
  { incidentNumber, patientCode, codes }: Key,
  signal: AbortSignal,
) {
  const incident = await queryRow(
    db,
    z.object({ client: z.string(), policyKey: z.string().nullable() }),
    sql`
    select client_code as client, number_key(policy_number) as "policyKey"
      from incident
     where incident_number = ${incidentNumber}
       and client_code = any(${codes}::text[])
       and ${patientCode} in ('', patient_code)`,
    { signal },
  )
  if (!incident?.policyKey) return incident && []
  return queryRows(
    db,
    vobRow,
    sql`
    select ${columns}
      from vob v
      left join vob_withdrawal w using (number)
     where v.policy_key = ${incident.policyKey}
       and (v.client_code = ${incident.client} or not exists (
              select from policy p where p.client_code = v.client_code and p.number_key = v.policy_key))
     order by v.issued_at desc, v.number desc
     limit ${maxVobs}`,
    { signal },
  )
}

const letterRow = z.object({
  client: z.string(),
  pdf: z.instanceof(Uint8Array),
  withdrawal: withdrawalRow,
})

/** Finds an issued letter and its withdrawal. */
export const findLetter = (scoped: Database, number: string, signal?: AbortSignal) =>
  queryRow(
    scoped,
    letterRow,
    sql`
    select v.client_code as client, v.pdf, ${withdrawalColumn}
      from vob v
      left join vob_withdrawal w using (number)
     where v.number = ${number}`,
    { signal },
  )

const ownedWithdrawal = z.object({ withdrawal: withdrawalRow.unwrap(), withdrawnBy: z.uuid() })

/** Finds the withdrawal of a letter and the ID of the person who made it; undefined if there is none. */
export const findWithdrawal = (scoped: Database, number: string) =>
  queryRow(
    scoped,
    ownedWithdrawal,
    sql`
    select ${withdrawalColumn}, w.withdrawn_by as "withdrawnBy"
      from vob_withdrawal w
     where w.number = ${number}`,
  )

type Withdrawal = { number: string; reason: string; at: Date }
type Caller = Pick<AuditEvent, 'actor' | 'address' | 'reference'>

/** Stores and audits the withdrawal of a letter, if it exists and has not been withdrawn. */
export async function withdrawLetter(
  scoped: Database,
  { number, reason, at }: Withdrawal,
  caller: Caller,
): Promise<void> {
  const withdrawn = await queryRow(
    scoped,
    z.object({ client: z.string() }),
    sql`
    insert into vob_withdrawal (number, client_code, withdrawn_at, withdrawn_by, reason)
    select number, client_code, ${at}, ${caller.actor}::uuid, ${reason}
      from vob
     where number = ${number}
        on conflict do nothing
    returning client_code as client`,
  )
  if (!withdrawn) return
  const event = {
    action: 'verification of benefits withdrawn',
    subject: number,
    clientCode: withdrawn.client,
  }
  await audit(scoped, { ...caller, ...event })
}
