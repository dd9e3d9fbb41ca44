import { shownInstant } from '#platform/web/format-instant.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { shownWait } from '../format-wait.ts'
import classes from './review.module.css'

const says = messages.columns

/** The known fields of a bill; empty ones are left out. */
export function BillFacts({ bill }: { bill: PendingAuthorization }) {
  const facts = [
    [says.totalCharge, bill.totalChargeFormatted],
    [says.patient, bill.patientName],
    [says.provider, bill.providerName],
    [says.service, bill.datesOfService],
    [says.client, bill.carrier],
    [says.hmo, bill.hmo],
    [says.policy, bill.policy],
    [says.incident, bill.incidentNumber],
    [says.received, shownInstant(bill.receivedAt)],
    [says.waits, shownWait(bill.waitingMinutes)],
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
