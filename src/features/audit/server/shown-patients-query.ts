import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, inTransaction, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'

const shownPatient = z.object({
  clientCode: z.string(),
  patientCode: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  /** YYYY-MM-DD. */
  dateOfBirth: z.string(),
  /** How many entries show the patient. */
  entries: z.number(),
  firstAt: z.date(),
  lastAt: z.date(),
  actions: z.array(z.string()),
})
export type ShownPatient = z.infer<typeof shownPatient>

const remainder = z.object({
  /** The client codes any of whose patients may have been shown, by a report or a long list. */
  wholeCodes: z.array(z.string()),
  /** What was shown and leads to no patient: it was erased, or is a bill whose policy the portal does not have. */
  lost: z.array(z.string()),
})

export type ShownPatients = z.infer<typeof remainder> & { patients: ShownPatient[] }

/**
 * Finds the patients whom audit entries show, by their cases, bills, letters and cards. `entries` selects rows of
 * `audit_event`. A bill or letter without a case counts for each patient of its policy: relatives share a policy.
 */
export const findShownPatients = (owner: Database, entries: Sql): Promise<ShownPatients> =>
  inTransaction(
    owner,
    async (db) => {
      await bypassTenantFilter(db, 'transaction')
      const keys = keysOfPatients(entries)
      const patients = await queryRows(
        db,
        shownPatient,
        sql`
        with ${keys}
        select p.client_code as "clientCode", p.patient_code as "patientCode", p.last_name as "lastName",
               p.first_name as "firstName", to_char(p.date_of_birth, 'YYYY-MM-DD') as "dateOfBirth",
               count(distinct n.id)::int as entries, min(n.at) as "firstAt", max(n.at) as "lastAt",
               array_agg(distinct n.action order by n.action) as actions
          from named n
          join found f on f.key = n.key and f.named_code is not distinct from n.client_code and f.is_only = n.is_only
          join patient p on p.client_code = f.client_code and p.patient_code = f.patient_code
         group by p.client_code, p.patient_code
         order by p.client_code, p.patient_code`,
      )
      const rest = await queryRow(
        db,
        remainder,
        sql`
        with ${keys}
        select array(select distinct substr(key, 2) from named where key like '*%' order by 1) as "wholeCodes",
               array(select distinct key from named
                      where is_shown and key not like '*%' and key not in (select key from found)
                      order by 1) as lost`,
      )
      return { patients, wholeCodes: rest?.wholeCodes ?? [], lost: rest?.lost ?? [] }
    },
    { isSnapshot: true },
  )

/**
 * Two tables of a query: `named` has the keys of what each entry showed, and `found` the patients to whom a key leads.
 * The subject of a refused request, or of a read that found nothing, was not shown. A policy counts only if the entry
 * names nothing else (`is_only`): entries about cards name the patient, too.
 */
const keysOfPatients = (entries: Sql) => sql`
  entry as materialized (${entries}),
  named as materialized (
    select id, at, action, client_code, key, false as is_shown, shown is null as is_only
      from entry cross join lateral (select subject as key) as about
     where coalesce(detail->>'rows', '') <> '0' and action not like '%refused'
     union all
    select id, at, action, client_code, key, true, false from entry cross join unnest(shown) as key
  ),
  name as materialized (select distinct key, client_code as named_code, is_only from named),
  authorizations as (
    select itn, client_code, incident_number, policy_number from authorization_request
     union select itn, client_code, incident_number, policy_number from authorization_decision
     union select itn, client_code, incident_number, policy_number from undone_decision
     union select itn, client_code, incident_number, null from bill
  ),
  incidents as (
    select incident_number as key, incident_number from incident
     union select itn, incident_number from authorizations where incident_number is not null
  ),
  policies as (
    select itn as key, client_code, number_key(policy_number) as number_key
      from authorizations where incident_number is null
     union select number, client_code, policy_key from vob
  ),
  found as materialized (
    select n.*, i.client_code, i.patient_code
      from name n join incidents k using (key) join incident i on i.incident_number = k.incident_number
     union
    select n.*, o.client_code, o.patient_code
      from name n join policies k using (key)
      join policy o on o.client_code = k.client_code and o.number_key = k.number_key
     union
    select n.*, o.client_code, o.patient_code
      from name n join policy o on o.client_code = n.named_code and o.policy_number = n.key
     where n.is_only
     union
    select n.*, p.client_code, p.patient_code
      from name n join patient p on p.client_code = split_part(n.key, ' ', 1)
                                and p.patient_code = substr(n.key, strpos(n.key, ' ') + 1)
  )`
