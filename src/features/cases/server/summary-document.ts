import { formatDay } from '#platform/contract/calendar.ts'
import { facts, foot, head, look, paragraphs, part } from '#platform/server/documents/pdf-layout.ts'
import { documentOf, letterPage, view } from '#platform/server/documents/pdf-primitives.ts'
import { messages } from '../messages.ts'
import type { SummaryFacts } from './summary-data.ts'

const says = messages.summaryDocument

/** The case summary as a PDF. */
export function make(given: SummaryFacts) {
  const { company, incidentNumber, enterDate, effectiveDate } = given
  return documentOf(
    { title: messages.titles.summary(incidentNumber), author: company, madeAt: new Date(enterDate) },
    letterPage(
      look.page,
      view(
        look.body,
        head(given, says.title),
        facts([
          [says.incident, incidentNumber],
          [says.enterDate, formatDay(enterDate)],
        ]),
        part(says.patient),
        facts([
          [says.name, given.patientName],
          [says.dateOfBirth, formatDay(given.dateOfBirth)],
          [says.patientCode, given.patientCode],
          [says.client, given.carrier],
          [says.policy, given.policyNumber],
          [says.effectiveDate, effectiveDate && formatDay(effectiveDate)],
        ]),
        part(says.event),
        facts([
          [says.dateOfIncident, formatDay(given.dateOfIncident)],
          [says.description, given.description],
        ]),
        part(says.summary),
        paragraphs(given.summary),
      ),
      foot((page, pages) => says.page(incidentNumber, page, pages)),
    ),
  )
}
