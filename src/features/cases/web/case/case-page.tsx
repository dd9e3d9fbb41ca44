import { Button, Title } from '@mantine/core'
import { IconFileDescription } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { openCaseSummary } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type Incident, isIncident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { type CaseSection, caseSections } from '../case-sections.ts'
import classes from '../cases.module.css'

type CasePageProps = { page: CaseSection; children: (incident: Incident) => ReactNode }

/** A section of the case in the URL: patient header, links to the other sections, and the content. */
export function CasePage({ page, children }: CasePageProps) {
  const { results, search, scrollPosition } = useCaseSearch()
  const row: unknown = useSearch({ strict: false, select: (params: { row?: unknown }) => params.row })
  const incident = results.data?.patients.find((each) => each.hash === row)
  return (
    <article className={classes.page}>
      <PageTitle>{messages.pages[page]}</PageTitle>
      <Link
        to={search.path}
        {...(scrollPosition === undefined ? { hash: 'results' } : { resetScroll: false })}
        className={classes.back}
      >
        {messages.backToResults}
      </Link>
      {isIncident(incident) ? (
        <>
          <CaseHeader incident={incident} />
          <CaseNav page={page} row={incident.hash} />
        </>
      ) : null}
      <Title order={1}>{messages.pages[page]}</Title>
      {isIncident(incident) ? <Fragment key={incident.hash}>{children(incident)}</Fragment> : <MissingCase />}
    </article>
  )
}

/** Explains why no case is shown: it is loading, loading failed, or the results do not contain it. */
function MissingCase() {
  const { results, isWaiting, offer, search } = useCaseSearch()
  if (offer.isFailed) return <ErrorState message={clientSearchMessages.clientsFailed} onRetry={offer.retry} />
  if (isWaiting) return <Skeleton label={messages.loadingCase} heights={[120, 36, 200]} />
  if (results.isError) return <ErrorState message={search.failed} onRetry={() => void results.refetch()} />
  return <p>{messages.caseNotFound}</p>
}

/** Navigation between the sections of a case. */
function CaseNav({ page, row }: { page: CaseSection; row: string }) {
  const { path } = useCaseSearch().search
  return (
    <nav aria-label={messages.caseSections}>
      <ul className={classes.parts}>
        {caseSections.map((each) => (
          <li key={each}>
            <Link to={`${path}/${each}`} search={{ row }} aria-current={each === page ? 'page' : undefined}>
              {messages.pages[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The patient, incident, policy and client of the case. */
function CaseHeader({ incident }: { incident: Incident }) {
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
