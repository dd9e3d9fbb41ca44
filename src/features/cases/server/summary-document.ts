import { formatDay } from '#platform/contract/calendar.ts'
import { facts, foot, head, look, paragraphs, part } from '#platform/server/documents/pdf-layout.ts'
import { documentOf, letterPage, view } from '#platform/server/documents/pdf-primitives.ts'
import { messages } from '../messages.ts'
import type { SummaryData } from './summary-data.ts'

const labels = messages.summaryDocument

/** Renders the case summary. */
export function make(data: SummaryData) {
  const { company, incidentNumber, enterDate, effectiveDate } = data
  return documentOf(
    { title: messages.titles.summary(incidentNumber), author: company, madeAt: new Date(enterDate) },
    letterPage(
      look.page,
      view(
        look.body,
        head(data, labels.title),
        facts([
          [labels.incident, incidentNumber],
          [labels.enterDate, formatDay(enterDate)],
        ]),
        part(labels.patient),
        facts([
          [labels.name, data.patientName],
          [labels.dateOfBirth, formatDay(data.dateOfBirth)],
          [labels.patientCode, data.patientCode],
          [labels.client, data.carrier],
          [labels.policy, data.policyNumber],
          [labels.effectiveDate, effectiveDate && formatDay(effectiveDate)],
        ]),
        part(labels.event),
        facts([
          [labels.dateOfIncident, formatDay(data.dateOfIncident)],
          [labels.description, data.description],
        ]),
        part(labels.summary),
        paragraphs(data.summary),
      ),
      foot((page, pages) => labels.page(incidentNumber, page, pages)),
    ),
  )
}
