import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'

/** Everything the case summary PDF depends on. */
export const summaryFacts = z.object({
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
export type SummaryData = z.infer<typeof summaryFacts>

/** Loads the summary data of an incident, if it has a summary. */
export const findSummaryData = (db: Database, incidentNumber: string, company: string, signal: AbortSignal) =>
  rowOf(
    db,
    summaryFacts,
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
     where i.incident_number = ${incidentNumber} and i.summary is not null`,
    { signal },
  )
