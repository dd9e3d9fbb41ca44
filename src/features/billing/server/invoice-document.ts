import { formatDay } from '#platform/contract/calendar.ts'
import { sanitizePdfText } from '#platform/contract/printable-text.ts'
import {
  fieldList,
  pageFooter,
  pageHeader,
  paragraphs,
  section,
  stripStyles,
  styles,
  table,
} from '#platform/server/documents/pdf-layout.ts'
import {
  letterPage,
  onEveryPage,
  pdfDocument,
  strip,
  text,
  view,
} from '#platform/server/documents/pdf-primitives.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'
import { totalsOf } from '../rules.ts'
import type { InvoiceData } from './invoice-data.ts'

const says = messages.invoiceDocument
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
 * The repricing invoice: each bill of the incident, with totals by currency. After it come the header strips for the
 * image pages.
 */
export function render(given: InvoiceData) {
  const { company, incidentNumber, bills, unpriced, images, ...incident } = given
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
        pageHeader(given, says.title),
        fieldList([
          [says.incident, incidentNumber],
          [says.patient, incident.patientName],
          [says.client, incident.carrier],
          [says.policy, incident.policyNumber],
          [says.dateOfIncident, formatDay(incident.dateOfIncident)],
        ]),
        section(messages.bills),
        table(billColumns, says.columns, bills.map(billRow)),
        section(says.totals),
        table(totalColumns, says.totalColumns, totalsOf(bills).map(totalRow)),
        unpriced.length > 0 && section(says.unpriced),
        unpriced.length > 0 && paragraphs(unpriced.map(unpricedLine).join(', ')),
      ),
      pageFooter((page, pages) => says.page(title, page, pages)),
    ),
    ...images.flatMap((image) => stripsOf(image, bills, title)),
  )
}

/** One header strip for each page of a bill's image: which bill it belongs to, and its page number. */
function stripsOf({ itn, first, last }: InvoiceData['images'][number], bills: Bill[], title: string) {
  const provider = sanitizePdfText(bills.find((bill) => bill.itn === itn)?.providerName ?? '')
  const pages = last - first + 1
  return Array.from({ length: pages }, (_, at) =>
    strip(
      stripStyles.height,
      stripStyles.page,
      text(stripStyles.image, says.image(itn, provider, at + 1, pages)),
      onEveryPage(stripStyles.place, (page, all) => says.page(title, page, all)),
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

const totalRow = (total: ReturnType<typeof totalsOf>[number]) => [
  total.currency,
  String(total.bills),
  total.chargesShown,
  total.repricedShown,
  total.savingsShown,
]
