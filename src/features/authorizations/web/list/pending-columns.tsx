import { IconFileText, IconGavel } from '@tabler/icons-react'
import { compareDecimals } from '#platform/contract/money.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading } from '#platform/web/table/table-columns.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { formatWait } from '../../rules.ts'
import { rowButtonId } from '../review/use-review.ts'

const labels = messages.columns
const { text, time, number, action, all } = createColumns<PendingAuthorization>()
const iconProps = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const exportCharge = ({ totalChargeAmount, currency }: PendingAuthorization) => ({
  amount: totalChargeAmount,
  currency,
})

const itn = text('itnNumber', labels.itn, (bill) => bill.itnNumber, 'short')

const dataColumns = [
  time(
    'receivedAt',
    labels.received,
    (bill) => bill.receivedAt,
    (bill) => formatInstant(bill.receivedAt),
  ),
  number(
    'waitingMinutes',
    labels.waiting,
    (bill) => formatWait(bill.waitingMinutes),
    (one, other) => one.waitingMinutes - other.waitingMinutes,
  ),
  text('patientName', labels.patient, (bill) => bill.patientName),
  text('providerName', labels.provider, (bill) => bill.providerName),
  time(
    'datesOfService',
    labels.service,
    (bill) => `${bill.serviceFrom} ${bill.serviceTo}`,
    (bill) => bill.datesOfService,
  ),
  withExport(
    inHeading(number('totalCharge', labels.totalCharge, (bill) => bill.totalChargeFormatted, compareAmounts)),
    { exported: exportCharge },
  ),
  text('currency', labels.currency, (bill) => bill.currency, 'short'),
  text('carrier', labels.client, (bill) => bill.carrier),
  text('hmo', labels.hmo, (bill) => bill.hmo),
  text('policy', labels.policy, (bill) => bill.policy, 'short'),
  text('incidentNumber', labels.incident, (bill) => bill.incidentNumber, 'short'),
]

/** Compares within a currency: amounts in different currencies are not comparable. */
function compareAmounts(one: PendingAuthorization, other: PendingAuthorization): number {
  if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1
  return compareDecimals(one.totalChargeAmount, other.totalChargeAmount)
}

/** The other columns fit into 1,280 px; the review and the column chooser have these. */
export const initialColumns = {
  receivedAt: false,
  currency: false,
  hmo: false,
  policy: false,
  incidentNumber: false,
}

/** Columns of a pending bill (second specification, section 3). The button that opens the bill is next to its ITN. */
export function pendingColumns(mayDecide: boolean, open: (itn: string) => void) {
  const label = mayDecide ? labels.decide : labels.view
  const icon = mayDecide ? <IconGavel {...iconProps} /> : <IconFileText {...iconProps} />
  const actionColumn = action('open', label, ({ itnNumber }) => (
    <RowButton
      id={rowButtonId(itnNumber)}
      label={label}
      name={messages.rowActionLabel(label, itnNumber)}
      icon={icon}
      onClick={() => open(itnNumber)}
    />
  ))
  return all([itn, actionColumn, ...dataColumns])
}
