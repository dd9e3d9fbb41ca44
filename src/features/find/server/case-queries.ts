import { z } from 'zod'
import { type Database, prefixCondition, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { foundCase } from '../contract.ts'
import type { TypedText } from '../rules.ts'
import { type NameRange, patientsInRanges, ranks, rowLimit } from './name-queries.ts'

/** A match, before ranking. */
const columns = sql`rank, client_code, patient_code, name_key, incident_number, policy_key, itn`

const rankedCase = foundCase.extend({ rank: z.int() })
type RankedCase = z.output<typeof rankedCase>

/**
 * Finds cases by these ranges of names and, with a text, by the numbers and the date that it can be, best matches first.
 * A patient has a row for each incident, or a single row without one.
 */
export async function findCases(
  db: Database,
  typed: TypedText | undefined,
  { ranges, codes, timeZone }: { ranges: readonly NameRange[]; codes: readonly string[]; timeZone: string },
  signal?: AbortSignal,
): Promise<RankedCase[]> {
  const patients = [
    ...(ranges.length > 0 ? [patientsInRanges(ranges, codes)] : []),
    ...(typed ? dateHits(typed, codes) : []),
  ]
  const hits = [
    ...(patients.length > 0 ? [firstPatients(sql.join(patients, sql` union all `))] : []),
    ...(typed ? numberHits(typed, codes) : []),
  ]
  if (hits.length === 0) return []
  return queryRows(db, rankedCase, caseRowsQuery(sql.join(hits, sql` union all `), timeZone), {
    signal,
    isPrepared: true,
  })
}

/** The best cases of both lists, each once. */
export function mergeCases(...lists: RankedCase[][]): RankedCase[] {
  const sorted = lists.flat().toSorted((one, other) => one.rank - other.rank)
  const isFirst = ({ hash }: RankedCase, at: number) => sorted.findIndex((each) => each.hash === hash) === at
  return sorted.filter(isFirst).slice(0, rowLimit)
}

/**
 * The best of these hits, whose patients and names are known. Hundreds of names with typing errors have thousands of
 * patients; each would be read to join it.
 */
const firstPatients = (patients: Sql) => sql`
  (select rank, client_code, patient_code, name_key, null::text as incident_number, null::text as policy_key,
          null::text as itn
     from (select distinct on (client_code, patient_code) *
             from (${patients}) as hit
            order by client_code, patient_code, rank) as hit
    order by rank, name_key, client_code, patient_code
    limit ${rowLimit})`

/** The rows of each code of the scope that a query finds. */
const inEachCode = (codes: readonly string[], query: Sql) =>
  sql`select hit.* from unnest(${codes}::text[]) as code cross join lateral (${query}) as hit`

function dateHits({ dateOfBirth }: TypedText, codes: readonly string[]): Sql[] {
  if (!dateOfBirth) return []
  return [
    inEachCode(
      codes,
      sql`
      select ${ranks.exact}::int as rank, client_code, patient_code, name_key
        from patient
       where client_code = code and date_of_birth = ${dateOfBirth}::date
       limit ${maxSameBirthdays}`,
    ),
  ]
}

/** Enough to show those that come first by name, unless a client has hundreds of thousands of patients. */
const maxSameBirthdays = 200

/** A text without a digit can be a number too, but names come first. */
const numberRank = ({ hasDigit }: TypedText) => (hasDigit ? ranks.exact : ranks.letters)

function numberHits(typed: TypedText, codes: readonly string[]): Sql[] {
  const rank = numberRank(typed)
  const { text, isWhole } = typed
  const area = isWhole ? inAnyCode(codes) : sql`client_code = code`
  const numberQuery = ({ table, found }: { table: Sql; found: Sql }) => sql`
    select case when number_key = number_key(${text}) then ${rank}::int else ${rank}::int + 1 end,
           client_code, patient_code, null, ${found}, null
      from ${table}
     where ${area} and number_key(${text}) <> ''
       and ${matchesNumber(isWhole)(sql`number_key`, sql`number_key(${text})`)}
     order by number_key
     limit ${rowLimit}`
  const itnQuery = sql`
    select case when itn_key = wanted.key then ${rank}::int else ${rank}::int + 1 end,
           client_code, null, null, incident_number, null, bill.itn
      from ${itnKeys(typed)} as wanted
     cross join lateral (
           select * from bill
            where ${area} and ${matchesNumber(isWhole)(sql`itn_key`, sql`wanted.key`)}
            order by itn_key
            limit ${rowLimit}) as bill`
  const queries = [
    numberQuery({ table: sql`incident`, found: sql`incident_number, null` }),
    numberQuery({ table: sql`policy`, found: sql`null, number_key` }),
    itnQuery,
  ]
  return isWhole ? queries.map((query) => sql`(${query})`) : queries.map((query) => inEachCode(codes, query))
}

/**
 * The condition of a number on all codes at once. With a scan for each code, PostgreSQL would compare each with all
 * codes of the row-level security policy.
 */
export const inAnyCode = (codes: readonly string[]): Sql => sql`client_code = any(${codes}::text[])`

/** The condition on a number: the beginning or all of it. */
const matchesNumber = (isWhole: boolean): typeof prefixCondition =>
  isWhole ? (column, number) => sql`${column} = ${number}` : prefixCondition

/** The keys that an ITN can begin with: digits alone also follow the usual letters. */
export const itnKeys = ({ text }: TypedText): Sql => sql`
  (select key
     from unnest(array[number_key(${text}),
                       case when number_key(${text}) ~ '^[0-9]+$' then 'ITN' || number_key(${text}) end]) as key
    where key <> '')`

/**
 * Ranks the hits and adds the incidents of each patient, before details are loaded. The patient is joined with `case`:
 * PostgreSQL counts `coalesce` as leaky, so under row-level security no index finds its value.
 */
const foundQuery = (hits: Sql) => sql`
  with hit (${columns}) as materialized (${hits}),
  placed as materialized (
       select hit.rank, hit.client_code, p.patient_code, p.name_key, hit.incident_number, hit.policy_key, hit.itn
         from (select distinct on (client_code, patient_code, incident_number) *
                 from hit order by client_code, patient_code, incident_number, rank) as hit
         left join incident i on i.incident_number = hit.incident_number and i.client_code = hit.client_code
         join patient p
           on p.client_code = hit.client_code
          and p.patient_code = case when hit.patient_code is null then i.patient_code else hit.patient_code end
        order by hit.rank, p.name_key, hit.client_code, p.patient_code, hit.incident_number
        limit ${rowLimit}),
  found as materialized (
       select distinct on (client_code, patient_code, incident) rank, client_code, patient_code, name_key,
              coalesce(placed.incident_number, own.incident_number) as incident, own.date_of_incident,
              policy_key, itn
         from placed
         left join lateral (
              select i.incident_number, i.date_of_incident
                from incident i
               where i.client_code = placed.client_code and i.patient_code = placed.patient_code
                 and (placed.incident_number is null or i.incident_number = placed.incident_number)
                 and (policy_key is null or number_key(i.policy_number) = policy_key)
               order by i.date_of_incident desc
               limit ${rowLimit}) as own on true
        order by client_code, patient_code, incident, rank)`

const caseRowsQuery = (hits: Sql, timeZone: string) => sql`
  ${foundQuery(hits)}
  select f.rank, coalesce(i.row_key, case_row_key(f.client_code, f.patient_code, null)) as hash,
         p.last_name || ', ' || p.first_name as "patientName",
         f.patient_code     as "patientCode",
         p.date_of_birth    as "dateOfBirth",
         f.client_code      as client,
         code.name          as carrier,
         own.policy_number  as "policyNumber",
         own.effective_date as "effectiveDate",
         f.incident         as "incidentNumber",
         i.date_of_incident as "dateOfIncident",
         i.description      as "incidentDescription",
         i.enter_date       as "enterDate",
         coalesce(i.summary is not null and client.case_summary, false) as "hasCaseSummary",
         ${hasRows('medical_record')} as "hasMedicalRecords",
         ${hasRows('case_document')} as "hasCaseDocuments",
         billed.bills > 0   as "hasBills",
         noted.notes > 0    as "hasNotes",
         f.itn, billed.bills, billed.processed as "processedBills", noted.notes, noted.last_note as "lastNote",
         case when client.client_auth then (
           select count(*)::int from authorization_request r
            where r.client_code = f.client_code and r.incident_number = f.incident and r.is_pending)
         end as "pendingAuthorizations"
    from (select * from found
           order by rank, name_key, client_code, patient_code, date_of_incident desc nulls last, incident
           limit ${rowLimit}) as f
    join patient p on p.client_code = f.client_code and p.patient_code = f.patient_code
    join client_code code on code.code = f.client_code
    join client on client.id = code.client_id
    left join incident i on i.incident_number = f.incident
   cross join lateral (
         select count(*)::int as bills, count(processed_on)::int as processed
           from bill where bill.incident_number = f.incident) as billed
   cross join lateral (
         select count(*)::int as notes, (max(written_at) at time zone ${timeZone})::date as last_note
           from note where note.incident_number = f.incident) as noted
    left join lateral (
         select policy_number, effective_date
           from policy o
          where o.client_code = f.client_code and o.patient_code = f.patient_code
            and case when f.incident is null then f.policy_key is null or o.number_key = f.policy_key
                     else o.policy_number = i.policy_number end
          order by effective_date desc nulls last, policy_number
          limit 1) as own on true
   order by f.rank, f.name_key, f.client_code, f.patient_code, f.date_of_incident desc nulls last, f.incident`

/** A scalar subquery, because with `exists` PostgreSQL may scan all rows of the client. */
const hasRows = (table: string) => sql`
  (select true from ${sql.table(table)} part where part.incident_number = f.incident limit 1) is not null`
