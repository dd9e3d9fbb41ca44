import { dayFrom } from '#platform/contract/calendar.ts'
import { type Database, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import { type ActivityKind, caseRow, type SearchType } from '../contract.ts'
import { mostRows } from '../rules.ts'

/** Behind every text that begins alike, in the order of bytes. */
const lastCharacter = '\u{10FFFF}'

/** The incidents that a patient search finds, one more than an answer holds when there are more. */
export function patientsBy(db: Database, type: SearchType, term: string, signal?: AbortSignal) {
  const policy = type === 'POLICY' ? term : undefined
  return rowsOf(db, caseRow, caseRows({ matches: matching(type, term), policy }), { signal })
}

function matching(type: SearchType, term: string): Sql {
  const key = sql`search_key(${term})`
  if (type === 'NAMEL') return sql`p.last_name_key >= ${key} and p.last_name_key < ${key} || ${lastCharacter}`
  if (type === 'DOB') return sql`p.date_of_birth = ${dayFrom(term)}`
  if (type === 'CLAIMNO') return sql`i.incident_number = ${term}`
  if (type === 'ITN')
    return sql`(i.client_code, i.incident_number) in (
                 select client_code, incident_number from bill where itn = ${term}
                  union
                 select client_code, incident_number from authorization_request where itn = ${term})`
  return sql`(p.client_code, p.patient_code) in (
               select client_code, patient_code from policy where policy_number = ${term})`
}

/** Days, both included, and the zone whose days they are. */
export type Span = { first: string; last: string; timeZone: string }

/** The incidents in which something of a chosen kind is dated within a span. */
export function activeCases(db: Database, kinds: readonly ActivityKind[], span: Span, signal?: AbortSignal) {
  const chosen = kinds.includes('ALL') ? Object.values(datedBy) : kinds.map((kind) => datedBy[kind])
  const found = sql.join(
    chosen.filter((query) => query !== undefined).map((query) => query(span)),
    sql` union `,
  )
  return rowsOf(db, caseRow, caseRows({ matches: sql`i.incident_number in (${found})` }), { signal })
}

const within = ({ first, last }: Span) => sql`between ${first}::date and ${last}::date`

const datedBy: Partial<Record<ActivityKind, (span: Span) => Sql>> = {
  ALL: (span) => sql`select incident_number from incident where enter_date ${within(span)}`,
  MR: (span) => sql`select incident_number from medical_record where date_added ${within(span)}`,
  CASE: (span) => sql`select incident_number from case_document where date_added ${within(span)}`,
  BILLS: (span) => sql`select incident_number from bill where processed_on ${within(span)}`,
  NOTES: ({ first, last, timeZone }) => sql`
    select incident_number from note
     where written_at >= (${first}::date)::timestamp at time zone ${timeZone}
       and written_at < (${last}::date + 1)::timestamp at time zone ${timeZone}`,
}

type Wanted = { matches: Sql; policy?: string | undefined }

/** Incidents with their patients, one more than an answer holds; a patient without incidents is one row. */
const foundCases = ({ matches, policy }: Wanted) => sql`
  select p.client_code, p.patient_code, p.last_name || ', ' || p.first_name as patient_name, p.name_key,
         p.date_of_birth, i.incident_number, i.policy_number, i.date_of_incident, i.description, i.enter_date,
         i.summary is not null as has_summary
    from patient p
    left join incident i on i.client_code = p.client_code and i.patient_code = p.patient_code
                        and ${under(sql`i.policy_number`, { policy })}
   where ${matches}
   order by p.name_key, patient_name, p.client_code, p.patient_code, i.incident_number
   limit ${mostRows + 1}`

/**
 * What is found, by patient name: cut first, then looked at one by one. Under `policy` a patient's incidents are
 * those under this policy.
 */
const caseRows = (wanted: Wanted) => sql`
  with found as materialized (${foundCases(wanted)})
  select left(encode(sha256(convert_to(concat_ws(chr(10), f.client_code, f.patient_code, f.incident_number),
                                       'UTF8')), 'hex'), 22) as hash,
         f.patient_name        as "patientName",
         f.patient_code        as "patientCode",
         f.date_of_birth       as "dateOfBirth",
         f.client_code         as client,
         code.name             as carrier,
         own.policy_number     as "policyNumber",
         own.effective_date    as "effectiveDate",
         f.incident_number     as "incidentNumber",
         f.date_of_incident    as "dateOfIncident",
         f.description         as "incidentDescription",
         f.enter_date          as "enterDate",
         coalesce(f.has_summary and client.case_summary, false) as "hasCaseSummary",
         ${has('medical_record')} as "hasMedicalRecords",
         ${has('case_document')} as "hasCaseDocuments",
         ${has('bill')} as "hasBills",
         ${has('note')} as "hasNotes"
    from found f
    join client_code code on code.code = f.client_code
    join client on client.id = code.client_id
    left join lateral (
         select policy_number, effective_date
           from policy o
          where o.client_code = f.client_code and o.patient_code = f.patient_code
            and case when f.incident_number is null
                     then ${under(sql`o.policy_number`, wanted)}
                     else o.policy_number = f.policy_number end
          order by effective_date desc nulls last, policy_number
          limit 1) own on true
   order by f.name_key, f.patient_name, f.client_code, f.patient_code, f.incident_number`

/** Asked of each incident by itself; for `exists` PostgreSQL may read all rows of the client at once. */
const has = (table: string) => sql`
  (select true from ${sql.table(table)} part where part.incident_number = f.incident_number limit 1) is not null`

const under = (column: Sql, { policy }: Pick<Wanted, 'policy'>) =>
  policy === undefined ? sql`true` : sql`${column} = ${policy}`
