import { Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { isModifiedClick } from '#platform/web/link/is-modified-click.ts'
import { SectionNav } from '#platform/web/section-nav.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { ReadOnlyProvider } from '#platform/web/table/paged-list.tsx'
import type { CaseDetails } from '../../case-contract.ts'
import { messages } from '../../messages.ts'
import { type CaseSection, caseSections, type Incident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { useAccessEnded } from '../emergency/access-watch.ts'
import {
  AccessEnded,
  EmergencyBanner,
  EmergencyOffer,
  emergencyPath,
} from '../emergency/emergency-banner.tsx'
import classes from './case.module.css'
import { CaseHeader } from './case-header.tsx'
import navClasses from './case-page.module.css'
import { CaseStatus } from './case-status.tsx'
import { useCase, useResultPosition } from './use-case.ts'

export type CasePageProps = {
  page: CaseSection
  /** A further button of the header. */
  renderAction?: (incident: Incident, details: CaseDetails | undefined) => ReactNode
  /** Renders the section. Without details, they are loading or have failed to load. */
  children: (incident: Incident, details: CaseDetails | undefined, isLoading: boolean) => ReactNode
}

/** A section of the case in the URL: header, status, links to the other sections, and the content. */
export function CasePage({ page, renderAction, children }: CasePageProps) {
  const row = useSearch({ strict: false, select: (params: { row?: unknown }) => String(params.row ?? '') })
  const isEnded = useAccessEnded(row)
  const found = useCase(row, isEnded)
  const title = messages.pages[page]
  const access = found.state === 'found' ? found.details?.emergencyAccess : undefined
  const navigate = useNavigate()
  const incidentNumber = found.state === 'found' ? found.incident.incidentNumber : undefined
  const followed = useRef<Direction>(undefined)
  const tools = <CaseTools page={page} row={row} followed={followed} />
  return (
    <article className={classes.page}>
      <PageTitle>{incidentNumber ? messages.sectionTitle(incidentNumber, title) : title}</PageTitle>
      <VisuallyHidden>
        <Title order={1}>{title}</Title>
      </VisuallyHidden>
      {found.state === 'found' ? (
        <Fragment key={row}>
          <CaseHeader
            incident={found.incident}
            tools={tools}
            action={!access && renderAction?.(found.incident, found.details)}
          />
          {access && <EmergencyBanner access={access} onEnded={() => void navigate({ to: emergencyPath })} />}
          <CaseStatus incident={found.incident} details={found.details} onRetry={found.retry} />
          <CaseNav page={page} row={row} counts={found.details?.counts} />
          <ReadOnlyProvider value={access !== undefined}>
            {children(found.incident, found.details, found.isLoading)}
          </ReadOnlyProvider>
        </Fragment>
      ) : (
        <>
          {tools}
          {found.state === 'loading' && <Skeleton label={messages.loadingCase} heights={[72, 54, 44, 200]} />}
          {found.state === 'missing' && (isEnded ? <AccessEnded /> : <MissingCase />)}
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
      <EmergencyOffer />
    </>
  )
}

const chevron = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

type Direction = 'previous' | 'next'

type CaseToolsProps = {
  page: CaseSection
  row: string
  /** The link that was just followed. The next case has new links, and the same one gets the focus. */
  followed: RefObject<Direction | undefined>
}

/** Links back to the results and to the previous and next case. */
function CaseTools({ page, row, followed }: CaseToolsProps) {
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
          <NeighborLink page={page} followed={followed} direction="previous" incident={position.previous}>
            <IconChevronLeft {...chevron} />
          </NeighborLink>
          {messages.position(position.position, position.all)}
          <NeighborLink page={page} followed={followed} direction="next" incident={position.next}>
            <IconChevronRight {...chevron} />
          </NeighborLink>
        </span>
      )}
      {!position && isWaiting && <span className={classes.pager} />}
    </div>
  )
}

const neighborLabels = { previous: messages.previousCase, next: messages.nextCase } as const

type NeighborLinkProps = Omit<CaseToolsProps, 'row'> & {
  direction: Direction
  incident: Incident | undefined
  children: ReactNode
}

/** A link to the same section of another case. */
function NeighborLink({ page, followed, direction, incident, children }: NeighborLinkProps) {
  const { path } = useCaseSearch().search
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (followed.current !== direction) return
    followed.current = undefined
    const [other] = document.querySelectorAll<HTMLElement>(`.${classes.pager} a`)
    const target = link.current ?? other
    target?.focus({ preventScroll: true })
  }, [followed, direction])
  if (!incident) return <span className={classes.iconLink}>{children}</span>
  const name = neighborLabels[direction](incident.patientName)
  return (
    <Link
      ref={link}
      onClick={(event) => {
        if (!isModifiedClick(event)) followed.current = direction
      }}
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
