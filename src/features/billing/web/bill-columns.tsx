import { IconPhoto, IconReceipt2 } from '@tabler/icons-react'
import { compareDecimals } from '#platform/contract/money.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading } from '#platform/web/table/table-columns.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'

type DocumentHandlers = {
  onImage: (itn: string, listed: readonly Bill[]) => void
  onInvoice: (itn: string) => void
}

const { text, time, number, action, all } = createColumns<Bill>()
const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const imageIcon = <IconPhoto {...iconProps} />
const invoiceIcon = <IconReceipt2 {...iconProps} />

/** An amount as shown; a file has its exact value. */
function amount(id: 'totalCharges' | 'repricedAmount' | 'savingsAmount', getAmount: GetAmount) {
  const column = number(id, messages[id], (bill) => bill[id], compareAmounts(getAmount))
  const exported = (bill: Bill) => {
    const exact = getAmount(bill)
    return exact === null ? null : { amount: exact, currency: bill.currency }
  }
  return withExport(column, { exported })
}

const exportPercent = ({ savingsPercentAmount }: Bill) =>
  savingsPercentAmount === null ? null : { number: Number(savingsPercentAmount), digits: 1 }

const itn = text('itn', messages.itn, (bill) => bill.itn, 'short')

const dataColumns = [
  text('providerName', messages.providerName, (bill) => bill.providerName),
  text('policyNumber', messages.policyNumber, (bill) => bill.policyNumber, 'short'),
  time(
    'serviceDate',
    messages.serviceDate,
    (bill) => `${bill.serviceFrom} ${bill.serviceTo}`,
    (bill) => bill.serviceDate,
  ),
  inHeading(amount('totalCharges', (bill) => bill.totalChargesAmount)),
  amount('repricedAmount', (bill) => bill.repricedAmountAmount),
  amount('savingsAmount', (bill) => bill.savingsAmountAmount),
  withExport(
    number(
      'savingsPercent',
      messages.savingsPercent,
      (bill) => bill.savingsPercent,
      (one, other) => Number(one.savingsPercentAmount) - Number(other.savingsPercentAmount),
    ),
    { exported: exportPercent },
  ),
  time('processedDate', messages.processedDate, (bill) => bill.processedDate),
  text('paymentStatus', messages.paymentStatus, (bill) => bill.paymentStatus),
]

/** All bills of a case have the same policy, which the case header shows. */
export const initialColumns = { policyNumber: false }

/**
 * Columns of a bill (second specification, section 3). Document buttons come right after the ITN, so that they stay in
 * view.
 */
export function billColumns({ onImage, onInvoice }: DocumentHandlers) {
  const image = action('billImage', messages.billImage, ({ billImage, itn }, listBills) =>
    billImage ? (
      <RowButton
        label={messages.billImage}
        name={messages.documentLabel(messages.billImage, itn)}
        icon={imageIcon}
        onClick={() => onImage(itn, listBills())}
      />
    ) : null,
  )
  const invoice = action('invoice', messages.invoice, ({ invoice, itn }) =>
    invoice ? (
      <RowButton
        label={messages.invoice}
        name={messages.documentLabel(messages.invoice, itn)}
        icon={invoiceIcon}
        onClick={() => onInvoice(itn)}
      />
    ) : null,
  )
  return all([itn, image, invoice, ...dataColumns])
}

type GetAmount = (bill: Bill) => string | null

/** Compares bills by currency, then by exact amount. Amounts in different currencies are not comparable. */
export function compareAmounts(getAmount: GetAmount) {
  return (one: Bill, other: Bill): number => {
    if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
    return compareDecimals(getAmount(one) ?? '0', getAmount(other) ?? '0')
  }
}
