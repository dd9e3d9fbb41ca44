import { z } from 'zod'
import { showText } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { timelineAuthorization, timelineEntry, timelineKind } from '../activity-contract.ts'
import { caseDocument, type incidentKey, medicalRecord } from '../contract.ts'

export type Key = z.output<typeof incidentKey>

/** Selects the incident that a key identifies, or nothing if any part of the key does not match. */
export const incidentQuery = ({ incidentNumber, patientCode }: Key) => sql`
  select incident_number from incident
   where incident_number = ${incidentNumber}
     and ${patientCode} in ('', patient_code)`

export const pageNumbers = sql`concat_ws('-', page_start, nullif(page_end, page_start))`

const clientColumn = { client: z.string() }

/** Finds the incident that a key identifies, with its client code. */
export const findIncident = (db: Database, key: Key, signal?: AbortSignal) =>
  queryRow(
    db,
    z.object({ ...clientColumn, incidentNumber: z.string() }),
    sql`
    select incident_number as "incidentNumber", client_code as client
      from incident
     where incident_number in (${incidentQuery(key)})`,
    { signal },
  )

/** Lists the medical records of an incident, oldest first. */
export const findMedicalRecords = (db: Database, key: Key, signal?: AbortSignal) =>
  queryRows(
    db,
    medicalRecord.extend(clientColumn),
    sql`
    select client_code as client, id, date_added as "dateAdded", ${pageNumbers} as "pageNumbers", page_start as "pageStartNumber",
           page_end as "pageEndNumber"
      from medical_record
     where incident_number in (${incidentQuery(key)})
     order by date_added, page_start, id`,
    { signal },
  )

/** Lists the case documents of an incident, oldest first. */
export const findCaseDocuments = (db: Database, key: Key, signal?: AbortSignal) =>
  queryRows(
    db,
    caseDocument.extend(clientColumn),
    sql`
    select client_code as client, id, date_added as "dateAdded", ${pageNumbers} as "pageNumbers", page_start as "pageStart",
           page_end as "pageEnd"
      from case_document
     where incident_number in (${incidentQuery(key)})
     order by date_added, page_start, id`,
    { signal },
  )

const activityCount = timelineEntry.extend({ ...clientColumn, day: timelineEntry.shape.day.nullable() })
export type ActivityCount = z.output<typeof activityCount>

/**
 * Creates a query that counts the activity of an incident by kind and by day in a time zone, oldest first.
 * Undated activity comes last.
 */
export const createActivityQuery = (timeZone: string) => (db: Database, key: Key, signal?: AbortSignal) =>
  queryRows(
    db,
    activityCount,
    sql`
    with own as materialized (${incidentQuery(key)}),
         activity as (
         select client_code, 'MR' as kind, date_added as day from medical_record join own using (incident_number)
          union all
         select client_code, 'CASE', date_added from case_document join own using (incident_number)
          union all
         select client_code, 'BILLS', processed_on from bill join own using (incident_number)
          union all
         select client_code, 'NOTES', (written_at at time zone ${timeZone})::date from note join own using (incident_number))
    select client_code as client, kind, day, count(*)::int as count
      from activity
     group by client_code, kind, day
     order by day, array_position(${timelineKind.options}::text[], kind)`,
    { signal },
  )

/**
 * Selects the decisions on authorizations of incidents with the provider, each as it was made: a later round of the bill
 * can name another incident. Old decisions have only the details of their bill as it is now.
 */
export const decisionsQuery = (incidentNumbers: Sql) => {
  const columns = sql`
         d.itn, d.client_code, d.round, d.action, d.currency, d.total_charge, d.patient_responsibility, d.maximum_covered,
         d.reason, d.comment, d.decided_by_name, d.decided_at, d.received_at`
  return sql`
  select ${columns}, d.provider_name
    from authorization_decision d
   where d.incident_number in (${incidentNumbers})
   union all
  select ${columns}, r.provider_name
    from authorization_request r
    join authorization_decision d on d.itn = r.itn
   where r.incident_number in (${incidentNumbers}) and d.patient_name is null`
}

const authorizationRow = timelineAuthorization.extend(clientColumn)
export type AuthorizationRow = z.output<typeof authorizationRow>

/**
 * Creates a query that lists what happened to the authorizations of an incident, oldest first: decisions, and receipts as
 * far as they are known. Days are days in a time zone.
 */
export const createAuthorizationQuery =
  (timeZone: string) => (db: Database, key: Key, signal?: AbortSignal) =>
    queryRows(
      db,
      authorizationRow,
      sql`
    with event as (
         select d.client_code, d.itn, d.round, step.at, step.action, d.currency, d.total_charge,
                case when step.action is not null then d.maximum_covered end as maximum_covered, false as is_pending
           from (${decisionsQuery(incidentQuery(key))}) as d,
                lateral (values (d.received_at, null), (d.decided_at, d.action)) as step (at, action)
          where step.at is not null
          union all
         select client_code, itn, round, received_at, null, currency, total_charge, null, true
           from authorization_request
          where is_pending and incident_number in (${incidentQuery(key)}))
    select client_code as client, (at at time zone ${timeZone})::date as day, itn, round, currency,
           total_charge as "totalCharge", maximum_covered as "maximumCovered", action, is_pending as "isPending"
      from event
     order by at, itn, round, action nulls first`,
      { signal },
    )

const incidentFile = z.object({ ...clientColumn, sha256: z.string() })

/** The kind of a page range in an incident's file, which is also the name of its table. */
export type IncidentPageKind = 'medical_record' | 'case_document'

/** A range of pages of an incident's file. */
export type IncidentPageRange = { incidentNumber: string; first: number; last: number }

/** Finds the file with these pages, if one record of this kind covers all of them. */
export const findIncidentFile = (
  db: Database,
  kind: IncidentPageKind,
  { incidentNumber, first, last }: IncidentPageRange,
  signal: AbortSignal,
) =>
  queryRow(
    db,
    incidentFile,
    sql`
    select client_code as client, sha256
      from document_file
     where incident_number = ${incidentNumber}
       and ${first}::integer between 1 and ${last}::integer and ${last}::integer <= pages
       and exists (select from ${sql.table(kind)} r
                    where r.incident_number = ${incidentNumber} and r.page_start <= ${first} and r.page_end >= ${last})`,
    { signal },
  )

/**
 * Lists the SHA-256 of every stored document: files of incidents, and bills from the back office, which older backups lack.
 */
export async function listDocumentHashes(db: Database): Promise<string[]> {
  const intake = sql`select to_regclass('authorization_intake') is not null as exists`
  const hasIntake = await queryRow(db, z.object({ exists: z.boolean() }), intake)
  const submitted = hasIntake?.exists ? sql`union select sha256 from authorization_intake` : sql``
  const rows = await queryRows(
    db,
    z.object({ sha256: z.string() }),
    sql`select distinct sha256 from document_file ${submitted} order by sha256`,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** The data of the case summary PDF. */
export const summaryData = z.object({
  company: z.string(),
  client: z.string(),
  incidentNumber: z.string(),
  patientName: z.string(),
  patientCode: z.string(),
  dateOfBirth: z.string(),
  carrier: z.string(),
  policyNumber: z.string().nullable(),
  effectiveDate: z.string().nullable(),
  dateOfIncident: z.string(),
  description: z.string(),
  enterDate: z.string(),
  summary: z.string(),
})
export type SummaryData = z.infer<typeof summaryData>

/** Loads the summary data of an incident, if it has a summary. */
export async function findSummaryData(db: Database, incident: string, company: string, signal: AbortSignal) {
  const found = await queryRow(
    db,
    summaryData,
    sql`
    select ${company}                           as company,
           i.client_code                        as client,
           i.incident_number                    as "incidentNumber",
           p.last_name || ', ' || p.first_name  as "patientName",
           p.patient_code                       as "patientCode",
           p.date_of_birth                      as "dateOfBirth",
           c.name                               as carrier,
           i.policy_number                      as "policyNumber",
           o.effective_date                     as "effectiveDate",
           i.date_of_incident                   as "dateOfIncident",
           i.description,
           i.enter_date                         as "enterDate",
           i.summary
      from incident i
      join patient p using (client_code, patient_code)
      join client_code c on c.code = i.client_code
      left join policy o using (client_code, policy_number, patient_code)
     where i.incident_number = ${incident} and i.summary is not null`,
    { signal },
  )
  if (!found) return undefined
  return { ...found, summary: await showText(db, encryptedColumns.caseSummary, [incident], found.summary) }
}
