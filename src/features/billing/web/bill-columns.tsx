import { IconPhoto, IconReceipt2 } from '@tabler/icons-react'
import { compareDecimals } from '#platform/contract/money.ts'
import classes from '#platform/web/table/row-link.module.css'
import { createColumns } from '#platform/web/table/table-features.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'

type DocumentHandlers = { onImage: (itn: string) => void; onInvoice: (itn: string) => void }

const { text, time, number, way, all } = createColumns<Bill>()
const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

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

/**
 * Columns of a bill (second specification, section 3). Document buttons come right after the ITN, so that they stay in
 * view.
 */
export function billColumns({ onImage, onInvoice }: DocumentHandlers) {
  const image = way('billImage', messages.billImage, ({ billImage, itn }) =>
    billImage ? (
      <DocumentButton label={messages.billImage} itn={itn} Icon={IconPhoto} onOpen={onImage} />
    ) : null,
  )
  const invoice = way('invoice', messages.invoice, (bill) =>
    bill.invoice ? (
      <DocumentButton label={messages.invoice} itn={bill.itn} Icon={IconReceipt2} onOpen={onInvoice} />
    ) : null,
  )
  return all([itn, image, invoice, ...dataColumns])
}

type DocumentButtonProps = {
  label: string
  itn: string
  Icon: typeof IconPhoto
  onOpen: (itn: string) => void
}

function DocumentButton({ label, itn, Icon, onOpen }: DocumentButtonProps) {
  return (
    <button
      type="button"
      className={classes.way}
      title={label}
      aria-label={messages.documentLabel(label, itn)}
      onClick={() => onOpen(itn)}
    >
      <Icon {...iconProps} />
      <span>{label}</span>
    </button>
  )
}

type GetAmount = (bill: Bill) => string | null

/** Compares bills by currency, then by exact amount. Amounts in different currencies are not comparable. */
export function compareAmounts(getAmount: GetAmount) {
  return (one: Bill, other: Bill): number => {
    if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
    return compareDecimals(getAmount(one) ?? '0', getAmount(other) ?? '0')
  }
}
