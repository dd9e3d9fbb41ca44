import { Button, Checkbox } from '@mantine/core'
import { useMemo } from 'react'
import { z } from 'zod'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { useTabState } from '#platform/web/storage.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { useListView } from '#platform/web/table/use-data-table.ts'
import { type Bill, openBillImage, openRepricingInvoice } from '../contract.ts'
import { messages } from '../messages.ts'
import { allBills } from '../rules.ts'
import { billColumns, initialColumns } from './bill-columns.tsx'
import classes from './billing.module.css'

type BillListProps = { bills: readonly Bill[]; incidentNumber: string; onOpen: OpenDocument }

const storedChoice = z.boolean()
const rowId = ({ itn }: Bill) => itn

/** Whether invoices of an incident include the images of its bills. */
const useWithImages = (incidentNumber: string) =>
  useTabState(`bill images of ${incidentNumber}`, storedChoice, false)

const createImagePost = (IncidentNumber: string, ITN: string) => ({
  path: openBillImage.path,
  fields: { IncidentNumber, ITN },
})

/** The list of bills with images and repricing invoices. */
export function BillList({ bills, incidentNumber: IncidentNumber, onOpen }: BillListProps) {
  const [withImages] = useWithImages(IncidentNumber)
  const listView = useListView('serviceDate', `bills of ${IncidentNumber}`)
  const columns = useMemo(
    () =>
      billColumns({
        onImage: (itn, listed) => {
          const { path, fields } = createImagePost(IncidentNumber, itn)
          const images = listed.filter(({ billImage }) => billImage)
          void onOpen(
            { path },
            fields,
            images.map((bill) => createImagePost(IncidentNumber, bill.itn)),
          )
        },
        onInvoice: (ITN) =>
          void onOpen(openRepricingInvoice, { IncidentNumber, ITN, BillImage: String(withImages) }),
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
        onClick={() =>
          void onOpen(openRepricingInvoice, {
            IncidentNumber,
            ITN: allBills,
            ShowImages: String(withImages),
          })
        }
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
