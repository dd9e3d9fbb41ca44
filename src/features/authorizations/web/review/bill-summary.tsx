import { formatInstant } from '#platform/web/format-instant.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { formatWait } from '../format-wait.ts'
import classes from './review.module.css'

const text = messages.columns

/** The fields of a bill that have a value. */
export function BillSummary({ bill }: { bill: PendingAuthorization }) {
  const fields = [
    [text.totalCharge, bill.totalChargeFormatted],
    [text.patient, bill.patientName],
    [text.provider, bill.providerName],
    [text.service, bill.datesOfService],
    [text.client, bill.carrier],
    [text.hmo, bill.hmo],
    [text.policy, bill.policy],
    [text.incident, bill.incidentNumber],
    [text.received, formatInstant(bill.receivedAt)],
    [text.waiting, formatWait(bill.waitingMinutes)],
  ] as const
  return (
    <dl className={classes.facts}>
      {fields
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
