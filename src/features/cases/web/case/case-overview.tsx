import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import type { OpenDocument } from '#platform/web/document/document-request.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import type { CaseDetails } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import type { CaseSection, Incident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from './case-overview.module.css'
import { CaseFeed, type CaseLetters } from './feed.tsx'
import { listMilestones } from './timeline/timeline.tsx'
import { countActivity, TimelineChart } from './timeline/timeline-chart.tsx'
import { timelineQuery } from './use-case.ts'

const text = caseMessages.overview

type CaseOverviewProps = Partial<CaseLetters> & {
  incident: Incident
  details: CaseDetails | undefined
  /** Whether the details are on their way. */
  isLoading: boolean
  onOpen: OpenDocument
  /** Renders the savings of the case. */
  renderSavings: (sums: CaseDetails['sums']) => ReactNode
}

/** The first section of a case: what happened, and the figures that people open a case for. */
export function CaseOverview({ details, isLoading, renderSavings, ...feed }: CaseOverviewProps) {
  const { incident } = feed
  const pending = details?.pendingAuthorizations ?? []
  if (isLoading)
    return (
      <div className={classes.overview}>
        <CaseFeed {...feed} />
        <Skeleton height={554} />
      </div>
    )
  return (
    <div className={classes.overview}>
      <CaseFeed {...feed} />
      <div className={classes.side}>
        {details && (
          <Card title={text.savings} link={<SectionLink section="billing" row={incident.hash} />}>
            {details.sums.length > 0 ? renderSavings(details.sums) : <p>{text.noSavings}</p>}
          </Card>
        )}
        {pending.length > 0 && (
          <Card
            title={text.pendingAuthorizations}
            link={<Link to="/authorization">{text.seeAllPending}</Link>}
          >
            <PendingAuthorizations pending={pending} />
          </Card>
        )}
        <Card title={text.facts}>
          <IncidentFacts incident={incident} />
        </Card>
        <ActivityByDay incident={incident} />
      </div>
    </div>
  )
}

type CardProps = { title: string; link?: ReactNode; children: ReactNode }

const Card = ({ title, link, children }: CardProps) => (
  <section className={classes.card} aria-label={title}>
    <div className={classes.cardHead}>
      <h2>{title}</h2>
      {link}
    </div>
    {children}
  </section>
)

function SectionLink({ section, row }: { section: CaseSection; row: string }) {
  const { path } = useCaseSearch().search
  return (
    <Link to={`${path}/${section}`} search={{ row }}>
      {messages.pages[section]}
    </Link>
  )
}

function PendingAuthorizations({ pending }: { pending: CaseDetails['pendingAuthorizations'] }) {
  return (
    <ul className={classes.pending}>
      {pending.map(({ itn, providerName, currency, totalCharge, receivedAt }) => (
        <li key={itn}>
          <strong>{providerName}</strong>
          <b>{formatMoney(totalCharge, currency)}</b>
          <span>{itn}</span>
          <span>{text.receivedAt(formatInstant(receivedAt))}</span>
        </li>
      ))}
    </ul>
  )
}

/** The chart of the timeline. Without activity, or if it fails to load, the card is left out. */
function ActivityByDay({ incident }: { incident: Incident }) {
  const { data, isPending } = useQuery(timelineQuery(incident))
  if (isPending) return <Skeleton height={400} />
  const entries = data ? countActivity(data) : []
  if (entries.length === 0) return null
  return (
    <Card title={text.activityByDay} link={<SectionLink section="timeline" row={incident.hash} />}>
      <TimelineChart entries={entries} milestones={listMilestones(incident)} />
    </Card>
  )
}

function IncidentFacts({ incident }: { incident: Incident }) {
  const day = (date: string | null) => date && formatDay(date)
  const facts: [label: string, value: string | null][] = [
    [messages.client, incident.carrier],
    [messages.policyNumber, incident.policyNumber],
    [messages.effectiveDate, day(incident.effectiveDate)],
    [messages.dateOfIncident, day(incident.dateOfIncident)],
    [messages.enterDate, day(incident.enterDate)],
    [messages.incidentDescription, incident.incidentDescription],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
