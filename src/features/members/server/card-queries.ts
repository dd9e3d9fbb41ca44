import { z } from 'zod'
import { parseDay } from '#platform/contract/date-format.ts'
import { type Database, execute, queryRow, type Sql, sql } from '#platform/db/database.ts'

/** The input of the ID card form. */
export type TypedCard = { policy: string; firstName: string; lastName: string; dateOfBirth: string }

const holder = z.object({
  client: z.string(),
  patientCode: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** A date as YYYY-MM-DD. */
  dateOfBirth: z.string(),
  policyNumber: z.string(),
  effectiveDate: z.string().nullable(),
})
export type CardHolder = z.infer<typeof holder>

const holderColumns = sql`
           o.client_code as client, o.patient_code as "patientCode", p.first_name as "firstName",
           p.last_name as "lastName", p.date_of_birth as "dateOfBirth", o.policy_number as "policyNumber",
           o.effective_date as "effectiveDate"`

/**
 * Finds the newest policy in scope that matches number, names and date of birth. Comparison ignores blanks and
 * punctuation in numbers, as in staff search, and case, accents and extra blanks everywhere. The lookup uses the index
 * on the date of birth, so its time does not depend on which other field is wrong.
 */
export function findCardHolder(scoped: Database, typed: TypedCard): Promise<CardHolder | undefined> {
  return queryRow(
    scoped,
    holder,
    sql`
    select ${holderColumns}
      from patient p
      join policy o using (client_code, patient_code)
     where p.date_of_birth = ${parseDay(typed.dateOfBirth) ?? null}::date
       and search_key(o.number_key) = ${normalizedPolicy(typed.policy)}
       and search_key(regexp_replace(trim(p.first_name), '\\s+', ' ', 'g')) = ${searchableText(typed.firstName)}
       and search_key(regexp_replace(trim(p.last_name), '\\s+', ' ', 'g')) = ${searchableText(typed.lastName)}
     order by o.effective_date desc nulls last, o.client_code
     limit 1`,
  )
}

/** Finds the holder of the policy that a session shows, if the policy is in scope. */
export const findShownHolder = (scoped: Database, sessionId: string): Promise<CardHolder | undefined> =>
  queryRow(
    scoped,
    holder,
    sql`
    select ${holderColumns}
      from member_session s
      join policy o on (o.client_code, o.policy_number, o.patient_code)
                     = (s.shown_client_code, s.shown_policy_number, s.shown_patient_code)
      join patient p using (client_code, patient_code)
     where s.id = ${sessionId}`,
  )

/** Makes a session show the policy of this holder. */
export const showHolder = (
  scoped: Database,
  sessionId: string,
  { client, policyNumber, patientCode }: CardHolder,
) =>
  execute(
    scoped,
    sql`
    update member_session
       set shown_client_code = ${client}, shown_policy_number = ${policyNumber}, shown_patient_code = ${patientCode}
     where id = ${sessionId} and ended_at is null`,
  )

/** Normalizes a typed policy number for comparison. */
export const normalizedPolicy = (typed: string): Sql => sql`search_key(number_key(${storable(typed)}))`

const searchableText = (typed: string): Sql =>
  sql`search_key(${storable(typed).trim().replaceAll(/\s+/g, ' ')})`

/** Replaces NUL characters, which the database cannot store, so that they never match. */
const storable = (text: string) => text.replaceAll('\0', '\ufffd')
