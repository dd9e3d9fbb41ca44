import { formatInstant } from '#platform/web/format-instant.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { formatWait } from '../format-wait.ts'
import classes from './review.module.css'

const text = messages.columns

/** The known fields of a bill; empty ones are left out. */
export function BillFacts({ bill }: { bill: PendingAuthorization }) {
  const facts = [
    [text.totalCharge, bill.totalChargeFormatted],
    [text.patient, bill.patientName],
    [text.provider, bill.providerName],
    [text.service, bill.datesOfService],
    [text.client, bill.carrier],
    [text.hmo, bill.hmo],
    [text.policy, bill.policy],
    [text.incident, bill.incidentNumber],
    [text.received, formatInstant(bill.receivedAt)],
    [text.waits, formatWait(bill.waitingMinutes)],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts
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
