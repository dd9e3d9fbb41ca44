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

const text = messages.summaryDocument

/** Renders the case summary. */
export function render(data: SummaryData) {
  const { company, incidentNumber, enterDate, effectiveDate } = data
  return pdfDocument(
    { title: messages.titles.summary(incidentNumber), author: company, madeAt: new Date(enterDate) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(data, text.title),
        fieldList([
          [text.incident, incidentNumber],
          [text.enterDate, formatDay(enterDate)],
        ]),
        section(text.patient),
        fieldList([
          [text.name, data.patientName],
          [text.dateOfBirth, formatDay(data.dateOfBirth)],
          [text.patientCode, data.patientCode],
          [text.client, data.carrier],
          [text.policy, data.policyNumber],
          [text.effectiveDate, effectiveDate && formatDay(effectiveDate)],
        ]),
        section(text.event),
        fieldList([
          [text.dateOfIncident, formatDay(data.dateOfIncident)],
          [text.description, data.description],
        ]),
        section(text.summary),
        paragraphs(data.summary),
      ),
      pageFooter((page, pages) => text.page(incidentNumber, page, pages)),
    ),
  )
}
