import { IconPhoto, IconReceipt2 } from '@tabler/icons-react'
import { compareDecimals } from '#platform/contract/money.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'

type DocumentHandlers = { onImage: (itn: string) => void; onInvoice: (itn: string) => void }

const { text, time, number, action, all } = createColumns<Bill>()
const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const imageIcon = <IconPhoto {...iconProps} />
const invoiceIcon = <IconReceipt2 {...iconProps} />

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
  number(
    'totalCharges',
    messages.totalCharges,
    (bill) => bill.totalCharges,
    compareAmounts((bill) => bill.totalChargesAmount),
  ),
  number(
    'repricedAmount',
    messages.repricedAmount,
    (bill) => bill.repricedAmount,
    compareAmounts((bill) => bill.repricedAmountAmount),
  ),
  number(
    'savingsAmount',
    messages.savingsAmount,
    (bill) => bill.savingsAmount,
    compareAmounts((bill) => bill.savingsAmountAmount),
  ),
  number(
    'savingsPercent',
    messages.savingsPercent,
    (bill) => bill.savingsPercent,
    (one, other) => Number(one.savingsPercentAmount) - Number(other.savingsPercentAmount),
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
  const image = action('billImage', messages.billImage, ({ billImage, itn }) =>
    billImage ? (
      <RowButton
        label={messages.billImage}
        name={messages.documentLabel(messages.billImage, itn)}
        icon={imageIcon}
        onClick={() => onImage(itn)}
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
