import { type Database, execute, type Sql, sql } from '#platform/server/database.ts'
import type { CaseFileName } from './case-files.ts'
import type { RejectedNames } from './rejected-keys.ts'

/**
 * Returns the rows of `incoming` with their client code and, for rows that cannot be imported, the error name and its
 * subject. Rows that depend on a rejected row are rejected too: the patient or incident they name might belong to
 * another client. Rows with the same key are looked up one by one (`offset 0` enforces this), since most rows are new
 * and the table may be large; parent rows are joined, since many rows share one parent.
 */
export const checkedRows: Record<CaseFileName, (rejected: RejectedNames) => Sql> = {
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
             when ${patients.areIn(sql`i.patient_code`)} then array['patient rejected', i.patient_code]
             when o.clients is null then array['no patient', i.patient_code]
             when o.clients > 1 then array['several patients', i.patient_code]
             when row_number() over (partition by i.policy_number, i.patient_code order by i.line) > 1
               then array['repeated', i.policy_number]
           end as fault
      from incoming i
      left join (${patientOwners()}) o using (patient_code)`,

  'incidents.csv': ({ patients }) => sql`
    select i.*, o.client_code, case
             when ${patients.areIn(sql`i.patient_code`)} then array['patient rejected', i.patient_code]
             when o.clients is null then array['no patient', i.patient_code]
             when o.clients > 1 then array['several patients', i.patient_code]
             when i.policy_number is not null and p.policy_number is null then array['no policy', i.policy_number]
             when present.client_code <> o.client_code then array['of another client', i.incident_number]
             when row_number() over (partition by i.incident_number order by i.line) > 1
               then array['repeated', i.incident_number]
           end as fault
      from incoming i
      left join (${patientOwners()}) o using (patient_code)
      left join lateral (
           select policy_number from policy
            where client_code = o.client_code and policy_number = i.policy_number
              and patient_code = i.patient_code
           offset 0) p on true
      left join lateral (
           select client_code from incident where incident_number = i.incident_number offset 0) present on true`,

  'records.csv': pagesOfIncident,
  'documents.csv': pagesOfIncident,

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

/** Records which client owns the patients in a folder; policies and incidents name patients without the client. */
export async function makeRoomForPatients(db: Database) {
  await execute(db, sql`create temporary table named_patient (patient_code text, client_code text)`)
}

export async function rememberPatients(db: Database) {
  await execute(
    db,
    sql`insert into named_patient select patient_code, client_code from checked where fault is null`,
  )
  await execute(db, sql`analyze named_patient`)
}

/** Finds the client of each patient in `incoming`, first in the folder and then in the database. */
function patientOwners(): Sql {
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

function whenIncidentRejected({ incidents }: RejectedNames): Sql {
  return sql`
             when ${incidents.areIn(sql`i.incident_number`)}
               then array['incident rejected', i.incident_number]`
}

function pagesOfIncident(rejected: RejectedNames): Sql {
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
