import { Button } from '@mantine/core'
import { IconFileDescription } from '@tabler/icons-react'
import { formatDay } from '#platform/contract/calendar.ts'
import { openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from '../cases.module.css'
import type { Incident } from './is-incident.ts'

/** The patient, incident, policy and client of the case. */
export function CaseHeader({ incident }: { incident: Incident }) {
  const { hasSummaries, onOpen } = useCaseSearch()
  const { patientName, hasCaseSummary, incidentNumber: IncidentNumber } = incident
  return (
    <section aria-label={messages.caseHeader} className={classes.head}>
      <div className={classes.who}>
        <p className={classes.patient}>{patientName}</p>
        {hasSummaries && hasCaseSummary && (
          <Button
            variant="default"
            data-noprint
            leftSection={<IconFileDescription size={20} stroke={1.75} aria-hidden />}
            onClick={() => void onOpen(openCaseSummary, { IncidentNumber })}
          >
            {messages.caseSummary}
          </Button>
        )}
      </div>
      <dl>
        {listFields(incident).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function listFields(incident: Incident): [label: string, value: string][] {
  const day = (text: string | null) => text && formatDay(text)
  const fields: [string, string | null][] = [
    [messages.dateOfBirth, day(incident.dateOfBirth)],
    [messages.client, incident.carrier],
    [messages.policyNumber, incident.policyNumber],
    [messages.effectiveDate, day(incident.effectiveDate)],
    [messages.incidentNumber, incident.incidentNumber],
    [messages.dateOfIncident, day(incident.dateOfIncident)],
    [messages.incidentDescription, incident.incidentDescription],
  ]
  return fields.filter((field): field is [string, string] => Boolean(field[1]))
}
