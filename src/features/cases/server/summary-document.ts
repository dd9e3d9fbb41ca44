import { formatDay } from '#platform/contract/calendar.ts'
import {
  fieldList,
  pageFooter,
  pageHeader,
  paragraphs,
  section,
  styles,
} from '#platform/server/documents/pdf-layout.ts'
import { letterPage, pdfDocument, view } from '#platform/server/documents/pdf-primitives.ts'
import { messages } from '../messages.ts'
import type { SummaryData } from './summary-data.ts'

const says = messages.summaryDocument

/** The case summary as a PDF. */
export function render(given: SummaryData) {
  const { company, incidentNumber, enterDate, effectiveDate } = given
  return pdfDocument(
    { title: messages.titles.summary(incidentNumber), author: company, madeAt: new Date(enterDate) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(given, says.title),
        fieldList([
          [says.incident, incidentNumber],
          [says.enterDate, formatDay(enterDate)],
        ]),
        section(says.patient),
        fieldList([
          [says.name, given.patientName],
          [says.dateOfBirth, formatDay(given.dateOfBirth)],
          [says.patientCode, given.patientCode],
          [says.client, given.carrier],
          [says.policy, given.policyNumber],
          [says.effectiveDate, effectiveDate && formatDay(effectiveDate)],
        ]),
        section(says.event),
        fieldList([
          [says.dateOfIncident, formatDay(given.dateOfIncident)],
          [says.description, given.description],
        ]),
        section(says.summary),
        paragraphs(given.summary),
      ),
      pageFooter((page, pages) => says.page(incidentNumber, page, pages)),
    ),
  )
}
