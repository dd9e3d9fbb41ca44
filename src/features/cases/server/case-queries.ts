import { z } from 'zod'
import { parseDay } from '#platform/contract/date-format.ts'
import { type Database, prefixCondition, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { caseRow, type SearchType } from '../contract.ts'
import { maxRows, parseNames, type TypedName } from '../rules.ts'
import { type ActivityRange, activeKeysQuery, activityQuery, newestKeysQuery } from './activity-query.ts'

const foundCases = z.object({
  /** The number of rows found, at most one more than the response limit. */
  rows: z.number().int(),
  /** The distinct client codes of the response rows. */
  codes: z.array(z.string()),
  /** What each row is about: its incident, or the client and patient without one. */
  shown: z.array(z.string()),
  /** The response rows as a JSON array of the contract's `caseRow`, with `activity` in a search for it. */
  patients: z.string(),
})
export type FoundCases = z.output<typeof foundCases>

/**
 * Finds incidents for a patient search. Names match regardless of case and accents; policy numbers and ITNs
 * match regardless of case, spaces and punctuation.
 */
export function findPatients(db: Database, type: SearchType, term: string, signal?: AbortSignal) {
  const policy = type === 'POLICY' ? sql`number_key(${term})` : undefined
  return runSearch(db, { keys: patientKeysQuery(patientCondition(type, term), policy), policy }, signal)
}

function patientCondition(type: SearchType, term: string): Sql {
  if (type === 'NAMEL') return sql.join(parseNames(term).map(nameCondition), sql` or `)
  if (type === 'DOB') return sql`p.date_of_birth = ${parseDay(term)}`
  if (type === 'CLAIMNO') return sql`i.incident_number = ${term}`
  if (type === 'ITN')
    return sql`(i.client_code, i.incident_number) in (
                 select client_code, incident_number from bill where itn_key = number_key(${term})
                  union
                 select client_code, incident_number from authorization_request where itn_key = number_key(${term}))`
  return sql`(p.client_code, p.patient_code) in (
               select client_code, patient_code from policy where number_key = number_key(${term}))`
}

/** Matches a last name by prefix, or a full last name together with a first name by prefix. */
function nameCondition({ last, first }: TypedName): Sql {
  const key = sql`search_key(${last})`
  if (first === undefined) return sql`(${key} <> '' and ${prefixCondition(sql`p.last_name_key`, key)})`
  const fullName = sql`search_key(${`${last}, ${first}`})`
  return sql`(${key} <> '' and p.last_name_key = ${key} and ${prefixCondition(sql`p.name_key`, fullName)})`
}

/**
 * Finds incidents with activity of the chosen kinds in a date range. If there are too many, returns the first ones
 * by patient name or those with the newest activity.
 */
export function findActiveCases(
  db: Database,
  { newestFirst, ...activity }: ActivityRange & { newestFirst: boolean },
  signal?: AbortSignal,
) {
  const keys = newestFirst ? newestKeysQuery(activity) : activeKeysQuery(activity)
  return runSearch(db, { keys, activity, newestFirst }, signal)
}

/** The normalized key of the policy number in the search. */
type Policy = Sql | undefined
type SearchQuery = {
  keys: Sql
  policy?: Policy
  activity?: ActivityRange
  /** Whether `keys` has the last day of activity, which decides which rows are returned. */
  newestFirst?: boolean
}

/** Selects the incidents of matching patients; a patient without incidents yields one row. */
const patientKeysQuery = (matches: Sql, policy: Policy) => sql`
  select p.client_code, p.patient_code, p.name_key, i.incident_number
    from patient p
    left join incident i on i.client_code = p.client_code and i.patient_code = p.patient_code
                        and ${policyCondition(sql`number_key(i.policy_number)`, policy)}
   where ${matches}`

/** Finds the incidents with these row keys, in the order of the keys. */
export async function findCasesByRow(db: Database, rows: readonly string[], signal?: AbortSignal) {
  const keys = sql`
    select p.client_code, p.patient_code, p.name_key, i.incident_number
      from incident i
      join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
     where i.row_key = any(${[...rows]}::text[])`
  const { patients } = await runSearch(db, { keys }, signal)
  const found = z.array(caseRow).parse(JSON.parse(patients))
  return found.toSorted((one, other) => rows.indexOf(one.hash) - rows.indexOf(other.hash))
}

/** The order in which rows count towards the limit: the newest activity first, or only by patient name. */
const limitOrder = ({ newestFirst }: SearchQuery) => sql`
  ${newestFirst ? sql`last_day desc,` : sql``} name_key, client_code, patient_code, incident_number`

/** Runs a search. Applies the limit before it loads details. */
async function runSearch(db: Database, search: SearchQuery, signal?: AbortSignal): Promise<FoundCases> {
  const query = sql`
    with found as materialized (
         select *
           from (${search.keys}) as keys
          order by ${limitOrder(search)}
          limit ${maxRows + 1}),
         owner as materialized (
         select code.code, code.name as carrier, client.case_summary
           from client_code code
           join client on client.id = code.client_id
          where code.code in (select client_code from found))
    select (select count(*)::int from found) as rows,
           array(select distinct client_code
                   from (select client_code from found
                          order by ${limitOrder(search)}
                          limit ${maxRows}) as shown
                  order by 1) as codes,
           array(select coalesce(incident_number, client_code || ' ' || patient_code)
                   from found
                  order by ${limitOrder(search)}
                  limit ${maxRows}) as shown,
           (select coalesce(json_agg(patient), '[]')::text from (${caseRowsQuery(search)}) as patient) as patients`
  return (
    (await queryRow(db, foundCases, query, { signal })) ?? { rows: 0, codes: [], shown: [], patients: '[]' }
  )
}

/** Builds the response rows. In a policy search, a patient without incidents shows the policy that matches. */
const caseRowsQuery = (search: SearchQuery) => sql`
  select coalesce(i.row_key, case_row_key(f.client_code, f.patient_code, null)) as hash,
         p.last_name || ', ' || p.first_name as "patientName",
         f.patient_code        as "patientCode",
         p.date_of_birth       as "dateOfBirth",
         f.client_code         as client,
         owner.carrier,
         own.policy_number     as "policyNumber",
         own.effective_date    as "effectiveDate",
         f.incident_number     as "incidentNumber",
         i.date_of_incident    as "dateOfIncident",
         i.description         as "incidentDescription",
         i.enter_date          as "enterDate",
         coalesce(i.summary is not null and owner.case_summary, false) as "hasCaseSummary",
         ${hasRows('medical_record')} as "hasMedicalRecords",
         ${hasRows('case_document')} as "hasCaseDocuments",
         ${hasRows('bill')} as "hasBills",
         ${hasRows('note')} as "hasNotes"
         ${search.activity ? sql`, ${activityQuery(search.activity)} as activity` : sql``}
    from (select * from found order by ${limitOrder(search)} limit ${maxRows}) f
    join patient p on p.client_code = f.client_code and p.patient_code = f.patient_code
    left join incident i on i.incident_number = f.incident_number
    join owner on owner.code = f.client_code
    left join lateral (
         select policy_number, effective_date
           from policy o
          where o.client_code = f.client_code and o.patient_code = f.patient_code
            and case when f.incident_number is null
                     then ${policyCondition(sql`o.number_key`, search.policy)}
                     else o.policy_number = i.policy_number end
          order by effective_date desc nulls last, policy_number
          limit 1) own on true
   order by f.name_key, f.client_code, f.patient_code, f.incident_number`

/** A scalar subquery, because with `exists` PostgreSQL may scan all rows of the client. */
const hasRows = (table: string) => sql`
  (select true from ${sql.table(table)} part where part.incident_number = f.incident_number limit 1) is not null`

const policyCondition = (column: Sql, policy: Policy) =>
  policy === undefined ? sql`true` : sql`${column} = ${policy}`
