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
import { billColumns } from './bill-columns.tsx'
import classes from './billing.module.css'

type BillListProps = { bills: readonly Bill[]; incidentNumber: string; onOpen: OpenDocument }

const storedChoice = z.boolean()
const rowId = ({ itn }: Bill) => itn

/** The list of bills with images and repricing invoices, and the invoice of all bills. */
export function BillList({ bills, incidentNumber: IncidentNumber, onOpen }: BillListProps) {
  const [withImages, setWithImages] = useTabState(`bill images of ${IncidentNumber}`, storedChoice, false)
  const listView = useListView('serviceDate', `bills of ${IncidentNumber}`)
  const images = String(withImages)
  const columns = useMemo(
    () =>
      billColumns({
        onImage: (ITN) => void onOpen(openBillImage, { IncidentNumber, ITN }),
        onInvoice: (ITN) => void onOpen(openRepricingInvoice, { IncidentNumber, ITN, BillImage: images }),
      }),
    [onOpen, IncidentNumber, images],
  )
  return (
    <>
      {bills.some(({ invoice }) => invoice) && (
        <div className={classes.invoices} data-noprint>
          <Button
            variant="default"
            onClick={() =>
              void onOpen(openRepricingInvoice, { IncidentNumber, ITN: allBills, ShowImages: images })
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
      )}
      <PagedList
        label={messages.bills}
        rows={bills}
        columns={columns}
        rowId={rowId}
        sizeKey="Billing_ResultSize"
        columnsKey="billColumns"
        {...listView}
      />
    </>
  )
}
