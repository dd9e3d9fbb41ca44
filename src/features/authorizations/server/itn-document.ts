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

const text = messages.itnDocument
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
        pageHeader(data, text.title),
        fieldList([
          [text.itn, itnNumber],
          [text.received, data.received],
        ]),
        section(text.patient),
        fieldList([
          [text.name, data.patientName],
          [text.client, data.carrier],
          [text.hmo, data.hmo],
          [text.policy, data.policy],
          [text.incident, data.incidentNumber],
        ]),
        section(text.charges),
        table(columns, text.columns, [
          [data.providerName, datesOfService.replace('-', ' - '), data.currency, data.totalChargeFormatted],
        ]),
        section(text.decision),
        fieldList([
          [text.totalCharge, data.totalChargeFormatted],
          [text.currency, data.currency],
        ]),
      ),
      pageFooter((page, pages) => text.page(itnNumber, page, pages)),
    ),
  )
}
