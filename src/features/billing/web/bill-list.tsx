import { Button, Checkbox } from '@mantine/core'
import { IconPhoto, IconReceipt2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { compareDecimals } from '#platform/contract/money.ts'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { useTabState } from '#platform/web/storage.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import { type Bill, openBillImage, openRepricingInvoice } from '../contract.ts'
import { messages } from '../messages.ts'
import { allBills } from '../rules.ts'
import classes from './billing.module.css'

type BillListProps = { bills: readonly Bill[]; incidentNumber: string; onOpen: OpenDocument }

const storedChoice = z.boolean()
const rowId = ({ itn }: Bill) => itn

/** Whether invoices of an incident include the images of its bills. */
const useWithImages = (incidentNumber: string) =>
  useTabState(`bill images of ${incidentNumber}`, storedChoice, false)

const createImageRequest = (IncidentNumber: string, ITN: string) =>
  createDocumentRequest(openBillImage, { IncidentNumber, ITN })

/** The list of bills with images and repricing invoices. */
export function BillList({ bills, incidentNumber: IncidentNumber, onOpen }: BillListProps) {
  const [withImages] = useWithImages(IncidentNumber)
  const listView = useListView('serviceDate', `bills of ${IncidentNumber}`)
  const columns = useMemo(
    () =>
      billColumns({
        onImage: (itn, listed) => {
          const images = listed.filter(({ billImage }) => billImage)
          void onOpen(
            createImageRequest(IncidentNumber, itn),
            images.map((bill) => createImageRequest(IncidentNumber, bill.itn)),
          )
        },
        onInvoice: (ITN) => {
          const fields = { IncidentNumber, ITN, BillImage: String(withImages) }
          void onOpen(createDocumentRequest(openRepricingInvoice, fields))
        },
      }),
    [onOpen, IncidentNumber, withImages],
  )
  return (
    <PagedList
      exportedAs={{ list: 'bills', incidentNumber: IncidentNumber }}
      label={messages.bills}
      rows={bills}
      columns={columns}
      rowId={rowId}
      sizeKey="Billing_ResultSize"
      columnsKey="billColumns"
      initialColumns={initialColumns}
      {...listView}
    />
  )
}

/** The repricing invoice of all bills, and whether invoices include images. */
export function InvoiceOfAll({ bills, incidentNumber: IncidentNumber, onOpen }: BillListProps) {
  const [withImages, setWithImages] = useWithImages(IncidentNumber)
  if (!bills.some(({ invoice }) => invoice)) return null
  return (
    <div className={classes.invoices}>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          const fields = { IncidentNumber, ITN: allBills, ShowImages: String(withImages) }
          void onOpen(createDocumentRequest(openRepricingInvoice, fields))
        }}
      >
        {messages.invoiceOfAll}
      </Button>
      <Checkbox
        label={messages.withImages}
        checked={withImages}
        onChange={(event) => setWithImages(event.currentTarget.checked)}
      />
    </div>
  )
}

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
const initialColumns = { policyNumber: false }

/**
 * Columns of a bill (second specification, section 3). Document buttons come right after the ITN, so that they stay in
 * view.
 */
function billColumns({ onImage, onInvoice }: DocumentHandlers) {
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
