import { Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import type { CaseSection } from '../case-sections.ts'
import classes from '../cases.module.css'
import { CaseHeader } from './case-header.tsx'
import { CaseNav } from './case-nav.tsx'
import { type Incident, isIncident } from './is-incident.ts'

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
