import { Badge, Button } from '@mantine/core'
import { formatDay } from '#platform/contract/date-format.ts'
import { formatInstantDay } from '#platform/web/format-instant.ts'
import type { FoundAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import { describeState, type ResultRow, type Target } from './found-rows.ts'
import classes from './result-preview.module.css'

type ResultPreviewProps = {
  row: ResultRow | undefined
  /** Keeps the row in place until the click that a press begins. */
  hold: () => void
  onOpen: (target: Target, isNewTab: boolean) => void
}

/** What the result already says about the highlighted case or authorization, on wide screens. */
export function ResultPreview({ row, hold, onOpen }: ResultPreviewProps) {
  return (
    <aside className={classes.preview} aria-label={messages.preview}>
      {row?.case && <CasePreview {...row.case} />}
      {row?.authorization && <AuthorizationPreview {...row.authorization} />}
      {row?.openLabel && (
        <Button
          key={row.id}
          variant="default"
          size="sm"
          onPointerDown={hold}
          onClick={() => onOpen(row.target, false)}
        >
          {row.openLabel}
        </Button>
      )}
    </aside>
  )
}

type Facts = readonly (readonly [name: string, value: string | null | undefined])[]

const FactList = ({ facts }: { facts: Facts }) => (
  <dl className={classes.facts}>
    {facts.map(
      ([name, value]) =>
        value && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
)

const dayOrNothing = (day: string | null) => day && formatDay(day)

function CasePreview(row: NonNullable<ResultRow['case']>) {
  const { bills, processedBills = 0, pendingAuthorizations, notes, lastNote } = row
  return (
    <>
      <div>
        <h2 className={classes.name}>{row.patientName}</h2>
        {row.incidentDescription && <p className={classes.about}>{row.incidentDescription}</p>}
      </div>
      <FactList
        facts={[
          [messages.dateOfBirth, formatDay(row.dateOfBirth)],
          [messages.incidentNumber, row.incidentNumber],
          [messages.dateOfIncident, dayOrNothing(row.dateOfIncident)],
          [messages.client, row.carrier],
          [messages.policyNumber, row.policyNumber],
          [messages.itn, row.itn],
        ]}
      />
      {bills !== undefined && row.incidentNumber && (
        <div className={classes.bills}>
          <span>{messages.billsProcessed(processedBills, bills)}</span>
          {bills > 0 && <progress value={processedBills} max={bills} aria-hidden />}
        </div>
      )}
      {notes !== undefined && notes > 0 && lastNote && (
        <p className={classes.about}>{messages.notes(notes, formatDay(lastNote))}</p>
      )}
      {pendingAuthorizations ? (
        <Badge color="amber" size="md">
          {messages.pendingAuthorizations(pendingAuthorizations)}
        </Badge>
      ) : null}
    </>
  )
}

function AuthorizationPreview(row: FoundAuthorization) {
  const { serviceFrom, serviceTo, decidedAt } = row
  return (
    <>
      <div>
        <h2 className={classes.name}>{row.itnNumber}</h2>
        <p className={classes.about}>{row.patientName}</p>
      </div>
      <FactList
        facts={[
          [messages.status, describeState(row)],
          [messages.provider, row.providerName],
          [messages.datesOfService, [...new Set([serviceFrom, serviceTo])].map(formatDay).join(' – ')],
          [messages.totalCharge, row.totalChargeFormatted],
          [messages.client, row.carrier],
          [messages.incidentNumber, row.incidentNumber],
          [messages.receivedOn, formatInstantDay(row.receivedAt)],
          [messages.decidedOn, row.isPending ? null : decidedAt && formatInstantDay(decidedAt)],
        ]}
      />
    </>
  )
}
