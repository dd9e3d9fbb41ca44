import { formatDay } from '#platform/contract/date-format.ts'
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
import type { SummaryData } from './incident-queries.ts'

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
