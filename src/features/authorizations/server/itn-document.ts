import { facts, foot, head, look, part, table } from '#platform/server/documents/pdf-layout.ts'
import { documentOf, letterPage, view } from '#platform/server/documents/pdf-primitives.ts'
import type { PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const says = messages.itnDocument
const columns = [{ share: 46 }, { share: 22 }, { share: 12 }, { share: 20, isNumber: true }]

/** Everything the PDF of a bill depends on; `received` is formatted for display. */
export type ItnFacts = Omit<PendingAuthorization, 'waitingMinutes'> & { company: string; received: string }

/** The PDF of a bill to decide. */
export function make(given: ItnFacts) {
  const { company, itnNumber, datesOfService } = given
  return documentOf(
    { title: messages.titles.itn(itnNumber), author: company, madeAt: new Date(given.receivedAt) },
    letterPage(
      look.page,
      view(
        look.body,
        head(given, says.title),
        facts([
          [says.itn, itnNumber],
          [says.received, given.received],
        ]),
        part(says.patient),
        facts([
          [says.name, given.patientName],
          [says.client, given.carrier],
          [says.hmo, given.hmo],
          [says.policy, given.policy],
          [says.incident, given.incidentNumber],
        ]),
        part(says.charges),
        table(columns, says.columns, [
          [
            given.providerName,
            datesOfService.replace('-', ' - '),
            given.currency,
            given.totalChargeFormatted,
          ],
        ]),
        part(says.decision),
        facts([
          [says.totalCharge, given.totalChargeFormatted],
          [says.currency, given.currency],
        ]),
      ),
      foot((page, pages) => says.page(itnNumber, page, pages)),
    ),
  )
}
