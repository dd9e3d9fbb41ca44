import { type Database, execute, type Sql, sql } from '#platform/db/database.ts'
import type { CaseFileName } from './case-files.ts'
import type { RejectedKeys } from './rejected-keys.ts'

/**
 * Queries for the rows of `incoming` with their client code and, if a row cannot be imported, its error and the value
 * at fault. A row that refers to a rejected row is rejected too, because a stored patient or incident with that key
 * might belong to another client. Stored rows with the same key are looked up one by one (`offset 0` enforces this),
 * because most rows are new and the table may be large. Parent rows are joined, because many rows share a parent.
 */
export const checkedRows: Record<CaseFileName, (rejected: RejectedKeys) => Sql> = {
  'patients.csv': () => sql`
    select i.*, case
             when c.code is null then array['no client', i.client_code]
             when row_number() over (partition by i.client_code, i.patient_code order by i.line) > 1
               then array['repeated', i.patient_code]
           end as fault
      from incoming i
      left join client_code c on c.code = i.client_code`,

  'policies.csv': ({ patients }) => sql`
    select i.*, o.client_code, case
             when ${patients.mayReferToRejected(sql`i.patient_code`)} then array['patient rejected', i.patient_code]
             when o.clients is null then array['no patient', i.patient_code]
             when o.clients > 1 then array['several patients', i.patient_code]
             when row_number() over (partition by i.policy_number, i.patient_code order by i.line) > 1
               then array['repeated', i.policy_number]
           end as fault
      from incoming i
      left join (${patientOwnersQuery()}) o using (patient_code)`,

  'incidents.csv': ({ patients }) => sql`
    select i.*, o.client_code, case
             when ${patients.mayReferToRejected(sql`i.patient_code`)} then array['patient rejected', i.patient_code]
             when o.clients is null then array['no patient', i.patient_code]
             when o.clients > 1 then array['several patients', i.patient_code]
             when i.policy_number is not null and p.policy_number is null then array['no policy', i.policy_number]
             when present.client_code <> o.client_code then array['of another client', i.incident_number]
             when row_number() over (partition by i.incident_number order by i.line) > 1
               then array['repeated', i.incident_number]
           end as fault
      from incoming i
      left join (${patientOwnersQuery()}) o using (patient_code)
      left join lateral (
           select policy_number from policy
            where client_code = o.client_code and policy_number = i.policy_number
              and patient_code = i.patient_code
           offset 0) p on true
      left join lateral (
           select client_code from incident where incident_number = i.incident_number offset 0) present on true`,

  'records.csv': pageRangeChecks,
  'documents.csv': pageRangeChecks,

  'bills.csv': (rejected) => sql`
    select i.*, n.client_code, case
             ${whenIncidentRejected(rejected)}
             when n.client_code is null then array['no incident', i.incident_number]
             when present.client_code <> n.client_code or waiting.client_code <> n.client_code
               then array['of another client', i.itn]
             when i.image_page_end is not null and f.pages is null then array['no file', i.incident_number]
             when i.image_page_end > f.pages then array['beyond its file', f.pages::text]
             when row_number() over (partition by i.itn order by i.line) > 1 then array['repeated', i.itn]
           end as fault
      from incoming i
      left join incident n using (incident_number)
      left join document_file f using (incident_number)
      left join lateral (select client_code from bill where itn = i.itn offset 0) present on true
      left join lateral (
           select client_code from authorization_request where itn = i.itn offset 0) waiting on true`,

  'notes.csv': (rejected) => sql`
    select i.*, n.client_code, case
             ${whenIncidentRejected(rejected)}
             when n.client_code is null then array['no incident', i.incident_number]
             when row_number() over (partition by i.incident_number, i.id order by i.line) > 1
               then array['repeated', i.id]
           end as fault
      from incoming i
      left join incident n using (incident_number)`,
}

/** Creates the table of the folder's patients with their clients; policies and incidents do not state the client. */
export async function createPatientTable(db: Database) {
  await execute(db, sql`create temporary table named_patient (patient_code text, client_code text)`)
}

export async function recordPatients(db: Database) {
  await execute(
    db,
    sql`insert into named_patient select patient_code, client_code from checked where fault is null`,
  )
  await execute(db, sql`analyze named_patient`)
}

/** Selects the client of each patient in `incoming`, first from the folder and then from the database. */
function patientOwnersQuery(): Sql {
  return sql`
    select patient_code, min(client_code) as client_code, count(*) as clients
      from (select patient_code, client_code from named_patient
             union all
            select known.patient_code, known.client_code
              from patient known
             where known.patient_code in (select patient_code from incoming)
               and not exists (select from named_patient named where named.patient_code = known.patient_code)
           ) as every_patient
     group by patient_code`
}

function whenIncidentRejected({ incidents }: RejectedKeys): Sql {
  return sql`
             when ${incidents.mayReferToRejected(sql`i.incident_number`)}
               then array['incident rejected', i.incident_number]`
}

function pageRangeChecks(rejected: RejectedKeys): Sql {
  return sql`
    select i.*, n.client_code, case
             ${whenIncidentRejected(rejected)}
             when n.client_code is null then array['no incident', i.incident_number]
             when f.pages is null then array['no file', i.incident_number]
             when i.page_end > f.pages then array['beyond its file', f.pages::text]
             when row_number() over (partition by i.incident_number, i.id order by i.line) > 1
               then array['repeated', i.id]
           end as fault
      from incoming i
      left join incident n using (incident_number)
      left join document_file f using (incident_number)`
}
