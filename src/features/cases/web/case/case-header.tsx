import { Button } from '@mantine/core'
import { IconFileDescription } from '@tabler/icons-react'
import { formatDay } from '#platform/contract/calendar.ts'
import { openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { useFoundCases } from '../case-search-context.ts'
import classes from '../cases.module.css'
import type { Incident } from './is-incident.ts'

/** The patient, incident, policy and client of the case. */
export function CaseHead({ incident }: { incident: Incident }) {
  const { hasSummaries, onOpen } = useFoundCases()
  const { patientName, hasCaseSummary, incidentNumber: IncidentNumber } = incident
  return (
    <section aria-label={messages.ofCase} className={classes.head}>
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
        {factsOf(incident).map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(incident: Incident): [label: string, fact: string][] {
  const day = (text: string | null) => text && formatDay(text)
  const facts: [string, string | null][] = [
    [messages.dateOfBirth, day(incident.dateOfBirth)],
    [messages.client, incident.carrier],
    [messages.policyNumber, incident.policyNumber],
    [messages.effectiveDate, day(incident.effectiveDate)],
    [messages.incidentNumber, incident.incidentNumber],
    [messages.dateOfIncident, day(incident.dateOfIncident)],
    [messages.incidentDescription, incident.incidentDescription],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}
