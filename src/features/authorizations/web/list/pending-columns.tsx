import { VisuallyHidden } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { compareMoney } from '#platform/contract/money.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading } from '#platform/web/table/table-columns.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages } from '../../queue-messages.ts'
import { commentMessages } from '../../review-messages.ts'
import { formatWait } from '../../rules.ts'
import classes from '../authorizations.module.css'
import pillClasses from '../due-label.module.css'
import { DueLabel, WaitLabel } from '../due-label.tsx'
import { rowButtonId } from '../review/use-restore-focus.ts'
import { AssigneeCell, nameAssignee } from './assign-modal.tsx'

const columnText = messages.columns
const { text, custom, time, number, action, all } = createColumns<PendingAuthorization>()

const exportCharge = ({ totalChargeAmount, currency }: PendingAuthorization) => ({
  amount: totalChargeAmount,
  currency,
})

const compareCharges = (one: PendingAuthorization, other: PendingAuthorization) =>
  compareMoney(exportCharge(one), exportCharge(other))

type ReadText = (bill: PendingAuthorization) => string

/** How many comments a bill has, if any. */
function CommentCount({ count }: { count: number }) {
  if (count === 0) return null
  const label = commentMessages.counted(count)
  return (
    <span className={classes.comments} title={label}>
      <IconMessage size={14} stroke={1.75} aria-hidden />
      <span aria-hidden>{count}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

type RenderBill = (bill: PendingAuthorization) => ReactNode
type Stacked = { belowId: string; renderBelow: RenderBill; renderBeside?: RenderBill }

/** A text column with a second value below it. On cards, and by choice, the second value stands on its own. */
const stacked = (
  id: string,
  label: string,
  read: ReadText,
  { belowId, renderBelow, renderBeside }: Stacked,
) => {
  const render = (bill: PendingAuthorization): ReactNode => (
    <>
      {read(bill)} {renderBeside?.(bill)}
      <span className={classes.below}>{renderBelow(bill)}</span>
    </>
  )
  return withExport(custom(id, label, read, render), { includes: [belowId] })
}

const due = withExport(
  time(
    'dueAt',
    queueMessages.due,
    (bill) => bill.dueAt,
    (bill) => bill.dueAt && formatInstant(bill.dueAt),
  ),
  { includes: ['receivedAt'] },
)

const patient = stacked('patientName', columnText.patient, (bill) => bill.patientName, {
  belowId: 'carrier',
  renderBelow: (bill) => bill.carrier,
})

const dataColumns = [
  { ...due, cell: ({ row }: { row: { original: PendingAuthorization } }) => <DueLabel {...row.original} /> },
  stacked('itnNumber', columnText.itn, (bill) => bill.itnNumber, {
    belowId: 'waitingMinutes',
    renderBelow: (bill) => <WaitLabel {...bill} />,
    renderBeside: (bill) => (
      <>
        <CommentCount count={bill.comments} />
        {bill.proposal && <span className={pillClasses.pill}>{messages.proposal.mark}</span>}
      </>
    ),
  }),
  stacked('providerName', columnText.provider, (bill) => bill.providerName, {
    belowId: 'datesOfService',
    renderBelow: (bill) => bill.datesOfService,
  }),
  withExport(
    inHeading(
      number('totalCharge', columnText.totalCharge, (bill) => bill.totalChargeFormatted, compareCharges),
    ),
    { exported: exportCharge },
  ),
  time(
    'receivedAt',
    columnText.received,
    (bill) => bill.receivedAt,
    (bill) => formatInstant(bill.receivedAt),
  ),
  {
    ...number(
      'waitingMinutes',
      columnText.waiting,
      (bill) => formatWait(bill.waitingMinutes),
      (one, other) => one.waitingMinutes - other.waitingMinutes,
    ),
    cell: ({ row }: { row: { original: PendingAuthorization } }) => <WaitLabel {...row.original} />,
  },
  time(
    'datesOfService',
    columnText.service,
    (bill) => `${bill.serviceFrom} ${bill.serviceTo}`,
    (bill) => bill.datesOfService,
  ),
  text('currency', columnText.currency, (bill) => bill.currency, 'short'),
  text('carrier', columnText.client, (bill) => bill.carrier),
  text('hmo', columnText.hmo, (bill) => bill.hmo),
  text('policy', columnText.policy, (bill) => bill.policy, 'short'),
  text('incidentNumber', columnText.incident, (bill) => bill.incidentNumber, 'short'),
]

/** Hidden at first: shown below the text of another column, or only in the review. */
export const initialColumns = {
  receivedAt: false,
  waitingMinutes: false,
  datesOfService: false,
  carrier: false,
  currency: false,
  hmo: false,
  policy: false,
  incidentNumber: false,
}

type PendingColumnsOptions = {
  mayDecide: boolean
  onOpen: (itn: string) => void
  /** Opens the dialog that assigns a bill; undefined for people who may not. */
  onAssign?: (bill: PendingAuthorization) => void
}

/** Columns of a pending bill (second specification, section 3), with the button that opens it. */
export function pendingColumns({ mayDecide, onOpen, onAssign }: PendingColumnsOptions) {
  const label = mayDecide ? columnText.decide : columnText.view
  const actionColumn = action('open', label, ({ itnNumber }) => (
    <RowButton
      id={rowButtonId(itnNumber)}
      label={label}
      name={messages.rowActionLabel(label, itnNumber)}
      onClick={() => onOpen(itnNumber)}
    />
  ))
  const assignee = withExport(
    custom('assignee', queueMessages.assignee, nameAssignee, (bill) => (
      <AssigneeCell bill={bill} onAssign={onAssign} />
    )),
    { exported: (bill: PendingAuthorization) => bill.assignee?.name ?? null },
  )
  return all([patient, ...dataColumns, assignee, actionColumn])
}
