import { Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { SectionNav } from '#platform/web/section-nav.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import type { CaseDetails } from '../../case-contract.ts'
import { messages } from '../../messages.ts'
import { type CaseSection, caseSections, type Incident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from './case.module.css'
import { CaseHeader } from './case-header.tsx'
import navClasses from './case-page.module.css'
import { CaseStatus } from './case-status.tsx'
import { useCase, useResultPosition } from './use-case.ts'

type CasePageProps = {
  page: CaseSection
  children: (incident: Incident, details: CaseDetails | undefined) => ReactNode
}

/** A section of the case in the URL: header, status, links to the other sections, and the content. */
export function CasePage({ page, children }: CasePageProps) {
  const row = useSearch({ strict: false, select: (params: { row?: unknown }) => String(params.row ?? '') })
  const found = useCase(row)
  const title = messages.pages[page]
  const tools = <CaseTools page={page} row={row} />
  return (
    <article className={classes.page}>
      <PageTitle>{title}</PageTitle>
      <VisuallyHidden>
        <Title order={1}>{title}</Title>
      </VisuallyHidden>
      {found.state === 'found' ? (
        <Fragment key={row}>
          <CaseHeader incident={found.incident} tools={tools} />
          <CaseStatus incident={found.incident} details={found.details} onRetry={found.retry} />
          <CaseNav page={page} row={row} counts={found.details?.counts} />
          {children(found.incident, found.details)}
        </Fragment>
      ) : (
        <>
          {tools}
          {found.state === 'loading' && <Skeleton label={messages.loadingCase} heights={[72, 54, 44, 200]} />}
          {found.state === 'missing' && <MissingCase />}
          {found.state === 'failed' && <ErrorState message={messages.caseFailed} onRetry={found.retry} />}
        </>
      )}
    </article>
  )
}

/** Internal staff see one client per tab. What they read is the same for a case of another client and for none. */
function MissingCase() {
  const { shownClient } = useCaseSearch()
  return (
    <>
      <p>{messages.caseNotFound}</p>
      {shownClient && (
        <p>
          {messages.otherClient(shownClient)} <Link to="/client-selector">{messages.selectClient}</Link>
        </p>
      )}
    </>
  )
}

const chevron = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** Links back to the results and to the previous and next case. */
function CaseTools({ page, row }: { page: CaseSection; row: string }) {
  const { search, scrollPosition, isWaiting, results } = useCaseSearch()
  const position = useResultPosition(row)
  const hasResults = isWaiting || (results.data?.patients.length ?? 0) > 0
  return (
    <div className={classes.tools} data-noprint>
      <Link
        to={search.path}
        {...(scrollPosition === undefined ? { hash: 'results' } : { resetScroll: false })}
        className={classes.back}
      >
        <IconChevronLeft {...chevron} />
        {hasResults ? messages.backToResults : messages.goToSearch(search.title)}
      </Link>
      {position && position.all > 1 && (
        <span className={classes.pager}>
          <NeighborLink page={page} incident={position.previous} label={messages.previousCase}>
            <IconChevronLeft {...chevron} />
          </NeighborLink>
          {messages.position(position.position, position.all)}
          <NeighborLink page={page} incident={position.next} label={messages.nextCase}>
            <IconChevronRight {...chevron} />
          </NeighborLink>
        </span>
      )}
    </div>
  )
}

type NeighborLinkProps = {
  page: CaseSection
  incident: Incident | undefined
  label: (patient: string) => string
  children: ReactNode
}

/** A link to the same section of another case. */
function NeighborLink({ page, incident, label, children }: NeighborLinkProps) {
  const { path } = useCaseSearch().search
  if (!incident) return <span className={classes.iconLink}>{children}</span>
  const name = label(incident.patientName)
  return (
    <Link
      to={`${path}/${page}`}
      search={{ row: incident.hash }}
      className={classes.iconLink}
      aria-label={name}
      title={name}
    >
      {children}
    </Link>
  )
}

type CaseNavProps = { page: CaseSection; row: string; counts: CaseDetails['counts'] | undefined }

/** Navigation between the sections of a case, with the number of their items. */
function CaseNav({ page, row, counts }: CaseNavProps) {
  const { path } = useCaseSearch().search
  const sectionCounts: Partial<Record<CaseSection, number | undefined>> = {
    'medical-records': counts?.medicalRecords,
    'case-documents': counts?.caseDocuments,
    billing: counts?.bills,
    notes: counts?.notes,
  }
  return (
    <SectionNav
      label={messages.caseSections}
      className={navClasses.nav}
      sections={caseSections.map((each) => ({
        path: `${path}/${each}`,
        search: { row },
        label: messages.pages[each],
        count: sectionCounts[each],
        isCurrent: each === page,
      }))}
    />
  )
}
