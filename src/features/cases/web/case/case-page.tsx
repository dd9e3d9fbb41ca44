import { Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../../messages.ts'
import { useFoundCases } from '../case-search-context.ts'
import type { CasePart } from '../case-sections.ts'
import classes from '../cases.module.css'
import { CaseHead } from './case-header.tsx'
import { CaseDeps } from './case-nav.tsx'
import { type Incident, isIncident } from './is-incident.ts'

type CasePageProps = { page: CasePart; children: (incident: Incident) => ReactNode }

/** A section of the case in the URL: patient header, links to the other sections, and the content. */
export function CasePage({ page, children }: CasePageProps) {
  const { results, search, place } = useFoundCases()
  const row: unknown = useSearch({ strict: false, select: (params: { row?: unknown }) => params.row })
  const incident = results.data?.patients.find((each) => each.hash === row)
  return (
    <article className={classes.page}>
      <PageTitle>{messages.pages[page]}</PageTitle>
      <Link
        to={search.path}
        {...(place === undefined ? { hash: 'results' } : { resetScroll: false })}
        className={classes.back}
      >
        {messages.backToResults}
      </Link>
      {isIncident(incident) ? (
        <>
          <CaseHead incident={incident} />
          <CaseDeps page={page} row={incident.hash} />
        </>
      ) : null}
      <Title order={1}>{messages.pages[page]}</Title>
      {isIncident(incident) ? <Fragment key={incident.hash}>{children(incident)}</Fragment> : <Missing />}
    </article>
  )
}

/** Explains why no case is shown: it is loading, loading failed, or the results do not contain it. */
function Missing() {
  const { results, isWaiting, offer, search } = useFoundCases()
  if (offer.isFailed) return <ErrorState message={clientSearchMessages.clientsFailed} onRetry={offer.retry} />
  if (isWaiting) return <Skeleton label={messages.loadingCase} heights={[120, 36, 200]} />
  if (results.isError) return <ErrorState message={search.failed} onRetry={() => void results.refetch()} />
  return <p>{messages.caseGone}</p>
}
