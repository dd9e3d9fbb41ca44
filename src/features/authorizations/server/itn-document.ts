import { facts, foot, head, look, part, table } from '#platform/server/documents/pdf-layout.ts'
import { documentOf, letterPage, view } from '#platform/server/documents/pdf-primitives.ts'
import type { PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const labels = messages.itnDocument
const columns = [{ share: 46 }, { share: 22 }, { share: 12 }, { share: 20, isNumber: true }]

/** The data in the PDF of a bill; `received` is formatted for display. */
export type ItnDocumentData = Omit<PendingAuthorization, 'waitingMinutes'> & {
  company: string
  received: string
}

/** Renders the PDF of a bill to decide. */
export function make(data: ItnDocumentData) {
  const { company, itnNumber, datesOfService } = data
  return documentOf(
    { title: messages.titles.itn(itnNumber), author: company, madeAt: new Date(data.receivedAt) },
    letterPage(
      look.page,
      view(
        look.body,
        head(data, labels.title),
        facts([
          [labels.itn, itnNumber],
          [labels.received, data.received],
        ]),
        part(labels.patient),
        facts([
          [labels.name, data.patientName],
          [labels.client, data.carrier],
          [labels.hmo, data.hmo],
          [labels.policy, data.policy],
          [labels.incident, data.incidentNumber],
        ]),
        part(labels.charges),
        table(columns, labels.columns, [
          [data.providerName, datesOfService.replace('-', ' - '), data.currency, data.totalChargeFormatted],
        ]),
        part(labels.decision),
        facts([
          [labels.totalCharge, data.totalChargeFormatted],
          [labels.currency, data.currency],
        ]),
      ),
      foot((page, pages) => labels.page(itnNumber, page, pages)),
    ),
  )
}
