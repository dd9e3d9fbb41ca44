import {
  fieldList,
  letterPage,
  pageFooter,
  pageHeader,
  pdfDocument,
  section,
  styles,
  table,
  view,
} from '#platform/pdf/pdf-layout.ts'
import type { PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'

const labels = messages.itnDocument
const columns = [{ share: 46 }, { share: 22 }, { share: 12 }, { share: 20, isNumber: true }]

/** The data in the PDF of a bill; `received` is formatted for display. */
export type ItnDocumentData = Pick<
  PendingAuthorization,
  | 'itnNumber'
  | 'receivedAt'
  | 'patientName'
  | 'carrier'
  | 'hmo'
  | 'policy'
  | 'incidentNumber'
  | 'providerName'
  | 'datesOfService'
  | 'currency'
  | 'totalChargeFormatted'
> & {
  company: string
  received: string
}

/** Renders the PDF of a bill, decided or not. */
export function render(data: ItnDocumentData) {
  const { company, itnNumber, datesOfService } = data
  return pdfDocument(
    { title: messages.titles.itn(itnNumber), author: company, madeAt: new Date(data.receivedAt) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(data, labels.title),
        fieldList([
          [labels.itn, itnNumber],
          [labels.received, data.received],
        ]),
        section(labels.patient),
        fieldList([
          [labels.name, data.patientName],
          [labels.client, data.carrier],
          [labels.hmo, data.hmo],
          [labels.policy, data.policy],
          [labels.incident, data.incidentNumber],
        ]),
        section(labels.charges),
        table(columns, labels.columns, [
          [data.providerName, datesOfService.replace('-', ' - '), data.currency, data.totalChargeFormatted],
        ]),
        section(labels.decision),
        fieldList([
          [labels.totalCharge, data.totalChargeFormatted],
          [labels.currency, data.currency],
        ]),
      ),
      pageFooter((page, pages) => labels.page(itnNumber, page, pages)),
    ),
  )
}
