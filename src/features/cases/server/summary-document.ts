import { z } from 'zod'
import { formatDay } from '#platform/contract/date-format.ts'
import { type Database, queryRow, sql } from '#platform/db/database.ts'
import {
  fieldList,
  letterPage,
  pageFooter,
  pageHeader,
  paragraphs,
  pdfDocument,
  section,
  styles,
  view,
} from '#platform/pdf/pdf-layout.ts'
import { messages } from '../messages.ts'

const labels = messages.summaryDocument

/** Renders the case summary. */
export function render(data: SummaryData) {
  const { company, incidentNumber, enterDate, effectiveDate } = data
  return pdfDocument(
    { title: messages.titles.summary(incidentNumber), author: company, madeAt: new Date(enterDate) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(data, labels.title),
        fieldList([
          [labels.incident, incidentNumber],
          [labels.enterDate, formatDay(enterDate)],
        ]),
        section(labels.patient),
        fieldList([
          [labels.name, data.patientName],
          [labels.dateOfBirth, formatDay(data.dateOfBirth)],
          [labels.patientCode, data.patientCode],
          [labels.client, data.carrier],
          [labels.policy, data.policyNumber],
          [labels.effectiveDate, effectiveDate && formatDay(effectiveDate)],
        ]),
        section(labels.event),
        fieldList([
          [labels.dateOfIncident, formatDay(data.dateOfIncident)],
          [labels.description, data.description],
        ]),
        section(labels.summary),
        paragraphs(data.summary),
      ),
      pageFooter((page, pages) => labels.page(incidentNumber, page, pages)),
    ),
  )
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
export const findSummaryData = (db: Database, incidentNumber: string, company: string, signal: AbortSignal) =>
  queryRow(
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
     where i.incident_number = ${incidentNumber} and i.summary is not null`,
    { signal },
  )
