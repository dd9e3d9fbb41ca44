import { z } from 'zod'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { type Database, inTransaction, queryRow, type Sql, sql } from '../db/database.ts'
import { messages } from './cli-messages.ts'

/** What an export of the audit trail is limited to. */
export type AuditFilter = {
  /** The name, email address, subject or ID of a person, the name of a member account, or any other actor. */
  person?: string
  /** The client code and the patient code, separated by a space. */
  patient?: string
  /** The ID of a client, or one of its codes. */
  client?: string
  /** An incident number. */
  case?: string
  action?: string
}

/** The condition of a filter on `audit_event`. Throws a readable error for a patient, case or client that is unknown. */
export async function findAuditCondition(owner: Database, filter: AuditFilter): Promise<Sql> {
  const { person, patient, client, case: incident, action } = filter
  const conditions = [
    sql`true`,
    ...(person === undefined ? [] : [personCondition(person)]),
    ...(patient === undefined ? [] : [subjectCondition(await findPatientKeys(owner, patient))]),
    ...(client === undefined ? [] : [clientCondition(await findCodes(owner, client))]),
    ...(incident === undefined ? [] : [subjectCondition(await findCaseKeys(owner, incident))]),
    ...(action === undefined ? [] : [sql`lower(action) = lower(${action})`]),
  ]
  return sql.join(conditions, sql` and `)
}

const personCondition = (person: string) => sql`
  actor in (select ${person}
             union select id::text from staff_user
                    where ${person} in (id::text, subject) or lower(${person}) in (lower(name), lower(email))
             union select id::text from member_account where name = ${person})`

const subjectCondition = (keys: readonly string[]) => sql`
  (subject = any(${keys}::text[]) or shown && ${keys}::text[])`

const clientCondition = (codes: readonly string[]) => sql`
  (client_code = any(${codes}::text[])
    or client_code is null and string_to_array(coalesce(detail->>'clients', subject), ',') && ${codes}::text[])`

const foundKeys = z.object({ keys: z.array(z.string()) })

/** Runs a query for keys that may return no row, on the rows of every client. */
async function findKeys(owner: Database, query: Sql, missing: string): Promise<string[]> {
  const found = await inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    return queryRow(db, foundKeys, query)
  })
  if (!found) throw new Error(missing)
  return found.keys
}

/** The bills of some incidents, as audit entries name them. */
const billsQuery = (incidents: Sql) => sql`
  select itn from bill where incident_number in (${incidents})
   union select itn from authorization_request where incident_number in (${incidents})`

/** The pending and decided bills of a client code, now or as they were decided, with some incidents or policies. */
const authorizationsQuery = (client: string, incidents: Sql, policyKeys: Sql) =>
  sql.join(
    ['authorization_request', 'authorization_decision', 'undone_decision'].map(
      (table) => sql`
    select itn from ${sql.ref(table)}
     where client_code = ${client}
       and (incident_number in (${incidents}) or number_key(policy_number) in (${policyKeys}))`,
    ),
    sql` union `,
  )

/**
 * Everything that an entry can name a patient by: the patient, incidents, bills, policies, letters of the policies, and
 * all rows of the client code in a long list. Relatives with the same policy share its letters.
 */
function findPatientKeys(owner: Database, patient: string) {
  const [client = '', ...rest] = patient.trim().split(/\s+/)
  const code = rest.join(' ')
  const own = sql`client_code = ${client} and patient_code = ${code}`
  const incidents = sql`select incident_number from incident where ${own}`
  const query = sql`
    select array(select ${`${client} ${code}`} union select ${`*${client}`} union ${incidents}
                  union ${billsQuery(incidents)}
                  union ${authorizationsQuery(client, incidents, sql`select number_key from policy where ${own}`)}
                  union select policy_number from policy where ${own}
                  union select v.number from vob v
                          join policy p on p.client_code = v.client_code and p.number_key = v.policy_key
                         where p.client_code = ${client} and p.patient_code = ${code}) as keys
      from patient
     where ${own}`
  return findKeys(owner, query, messages.auditFilter.noPatient(patient))
}

/** Everything that an entry can name a case by. */
function findCaseKeys(owner: Database, incident: string) {
  const query = sql`
    select array(select ${incident} union select '*' || i.client_code
                  union ${billsQuery(sql`select ${incident}`)}) as keys
      from incident i
     where incident_number = ${incident}`
  return findKeys(owner, query, messages.auditFilter.noCase(incident))
}

function findCodes(owner: Database, client: string) {
  const query = sql`
    select array_agg(code) as keys
      from client_code
     where ${client} in (code, client_id)
    having count(*) > 0`
  return findKeys(owner, query, messages.auditFilter.noClient(client))
}
