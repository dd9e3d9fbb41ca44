import { shownDay } from '#platform/contract/calendar.ts'
import { documentOf, letterPage, view } from '#platform/server/documents/elements.ts'
import { facts, foot, head, look, part, table } from '#platform/server/documents/sheet.ts'
import { messages } from '../messages.ts'
import { totalsOf } from '../rules.ts'
import type { InvoiceFacts } from './invoice-facts.ts'

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

/** The repricing invoice of bills of one incident: each bill, and what they come to by currency. */
export function make(given: InvoiceFacts) {
  const { company, incidentNumber, bills, ...incident } = given
  const [only, ...others] = bills
  const title =
    only && others.length === 0
      ? messages.titles.invoice(only.itn)
      : messages.titles.invoiceOfAll(incidentNumber)
  const days = bills.map(({ processedDate, serviceTo }) => Date.parse(processedDate ?? serviceTo))
  return documentOf(
    { title, author: company, madeAt: new Date(Math.max(...days)) },
    letterPage(
      look.page,
      view(
        look.body,
        head(given, says.title),
        facts([
          [says.incident, incidentNumber],
          [says.patient, incident.patientName],
          [says.client, incident.carrier],
          [says.policy, incident.policyNumber],
          [says.dateOfIncident, shownDay(incident.dateOfIncident)],
        ]),
        part(messages.bills),
        table(billColumns, says.columns, bills.map(billRow)),
        part(says.totals),
        table(totalColumns, says.totalColumns, totalsOf(bills).map(totalRow)),
      ),
      foot((page, pages) => says.page(title, page, pages)),
    ),
  )
}

const billRow = (bill: InvoiceFacts['bills'][number]) => [
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
