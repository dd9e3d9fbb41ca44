import { formatDay } from '#platform/contract/date-format.ts'
import { sanitizePdfText } from '#platform/contract/normalize-text.ts'
import {
  fieldList,
  letterPage,
  onEveryPage,
  pageFooter,
  pageHeader,
  paragraphs,
  pdfDocument,
  section,
  strip,
  stripStyles,
  styles,
  table,
  text,
  view,
} from '#platform/pdf/pdf-layout.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'
import { calculateTotals } from '../rules.ts'
import type { InvoiceData } from './bill-queries.ts'

const invoiceText = messages.invoiceDocument
const number = (share: number) => ({ share, isNumber: true })
const billColumns = [
  { share: 13, isWhole: true },
  { share: 27 },
  { share: 15, isWhole: true },
  number(15),
  number(15),
  number(14),
  number(8),
]
const totalColumns = [{ share: 15 }, number(15), number(24), number(24), number(24)]

/**
 * Renders the repricing invoice: its bills, with totals by currency. The header strips for the image pages follow as
 * pages of their own.
 */
export function render(data: InvoiceData) {
  const { company, incidentNumber, bills, unpriced, images, ...incident } = data
  const [only, ...others] = bills
  const title =
    only && others.length === 0
      ? messages.titles.invoice(only.itn)
      : messages.titles.invoiceOfAll(incidentNumber)
  const days = bills.map(({ processedDate, serviceTo }) => Date.parse(processedDate ?? serviceTo))
  return pdfDocument(
    { title, author: company, madeAt: new Date(Math.max(...days)) },
    letterPage(
      styles.page,
      view(
        styles.body,
        pageHeader(data, invoiceText.title),
        fieldList([
          [invoiceText.incident, incidentNumber],
          [invoiceText.patient, incident.patientName],
          [invoiceText.client, incident.carrier],
          [invoiceText.policy, incident.policyNumber],
          [invoiceText.dateOfIncident, formatDay(incident.dateOfIncident)],
        ]),
        section(messages.bills),
        table(billColumns, invoiceText.columns, bills.map(billRow)),
        section(invoiceText.totals),
        table(totalColumns, invoiceText.totalColumns, calculateTotals(bills).map(totalRow)),
        unpriced.length > 0 && section(invoiceText.unpriced),
        unpriced.length > 0 && paragraphs(unpriced.map(unpricedLine).join(', ')),
      ),
      pageFooter((page, pages) => invoiceText.page(title, page, pages)),
    ),
    ...images.flatMap((image) => imageStrips(image, bills, title)),
  )
}

/** Renders a header strip for each page of a bill's image, with the bill and the page number. */
function imageStrips({ itn, first, last }: InvoiceData['images'][number], bills: Bill[], title: string) {
  const provider = sanitizePdfText(bills.find((bill) => bill.itn === itn)?.providerName ?? '')
  const pages = last - first + 1
  return Array.from({ length: pages }, (_, index) =>
    strip(
      stripStyles.height,
      stripStyles.page,
      text(stripStyles.image, invoiceText.image(itn, provider, index + 1, pages)),
      onEveryPage(stripStyles.place, (page, all) => invoiceText.page(title, page, all)),
    ),
  )
}

const unpricedLine = ({ itn, totalCharges }: Bill) => `${itn} (${totalCharges})`

const billRow = (bill: InvoiceData['bills'][number]) => [
  bill.itn,
  bill.providerName,
  bill.serviceDate.replace('-', ' - '),
  bill.totalCharges,
  bill.repricedAmount ?? '',
  bill.savingsAmount ?? '',
  bill.savingsPercent ?? '',
]

const totalRow = (total: ReturnType<typeof calculateTotals>[number]) => [
  total.currency,
  String(total.bills),
  total.chargesShown,
  total.repricedShown,
  total.savingsShown,
]
