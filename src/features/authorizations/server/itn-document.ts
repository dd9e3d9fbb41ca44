import {
  fieldList,
  pageFooter,
  pageHeader,
  section,
  styles,
  table,
} from '#platform/server/documents/pdf-layout.ts'
import { letterPage, pdfDocument, view } from '#platform/server/documents/pdf-primitives.ts'
import type { PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const says = messages.itnDocument
const columns = [{ share: 46 }, { share: 22 }, { share: 12 }, { share: 20, isNumber: true }]

/** Everything the PDF of a bill depends on; `received` is formatted for display. */
export type ItnData = Omit<PendingAuthorization, 'waitingMinutes'> & { company: string; received: string }

/** The PDF of a bill to decide. */
export function render(given: ItnData) {
  const { company, itnNumber, datesOfService } = given
  return pdfDocument(
    { title: messages.titles.itn(itnNumber), author: company, madeAt: new Date(given.receivedAt) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(given, says.title),
        fieldList([
          [says.itn, itnNumber],
          [says.received, given.received],
        ]),
        section(says.patient),
        fieldList([
          [says.name, given.patientName],
          [says.client, given.carrier],
          [says.hmo, given.hmo],
          [says.policy, given.policy],
          [says.incident, given.incidentNumber],
        ]),
        section(says.charges),
        table(columns, says.columns, [
          [
            given.providerName,
            datesOfService.replace('-', ' - '),
            given.currency,
            given.totalChargeFormatted,
          ],
        ]),
        section(says.decision),
        fieldList([
          [says.totalCharge, given.totalChargeFormatted],
          [says.currency, given.currency],
        ]),
      ),
      pageFooter((page, pages) => says.page(itnNumber, page, pages)),
    ),
  )
}
