import { Alert, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Component, type ReactNode, useMemo } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { EmptyState } from '#platform/web/query-list.tsx'
import { useScrollToResults } from '#platform/web/results-area.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import type { ListView } from '#platform/web/table/use-data-table.ts'
import type { ActiveCaseRow } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { isIncident } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from '../cases.module.css'
import { EmergencyOffer } from '../emergency/emergency-banner.tsx'
import { patientValues } from '../search/search-values.ts'
import { caseColumns, columnChoices } from './case-columns.tsx'

/** The area below the form: empty, loading, error, no results, or results. */
export function CaseResults() {
  const { results, isWaiting, isEarlier, isCollapsed } = useCaseSearch()
  const { dataUpdatedAt, errorUpdatedAt } = results
  // Below a collapsed form, the results are in view already.
  const anchor = useScrollToResults(
    isWaiting && !isCollapsed,
    (results.data?.patients.length ?? 0) > 0,
    'nearest',
  )
  const searchAgain = () => void results.refetch()
  return (
    <section id="results" aria-label={messages.results} aria-busy={isWaiting} className={classes.outcome}>
      <div ref={anchor} className={classes.anchor} />
      <ResultsBoundary key={`${isWaiting}${dataUpdatedAt}${errorUpdatedAt}`} onSearchAgain={searchAgain}>
        {isEarlier && results.data && <p className={classes.earlier}>{messages.earlierResults}</p>}
        <ResultsContent onSearchAgain={searchAgain} />
      </ResultsBoundary>
    </section>
  )
}

function ResultsContent({ onSearchAgain }: { onSearchAgain: () => void }) {
  const { results, isWaiting, search } = useCaseSearch()
  const { data, error, dataUpdatedAt } = results
  if (isWaiting)
    return (
      <Skeleton label={clientSearchMessages.searching} heights={[28, 36, ...Array<number>(10).fill(24)]} />
    )
  // The server did the work, but its response cannot be read.
  if (error instanceof ApiError && error.status >= 200 && error.status < 300)
    return <BrokenResults onSearchAgain={onSearchAgain} />
  if (error instanceof ApiError) return <ErrorState message={search.failed} onRetry={onSearchAgain} />
  if (error) throw error
  if (!data) return null
  const { patients, notice } = data
  const cases = patients.filter(isIncident).length
  if (patients.length === 0)
    return (
      <>
        <EmptyState message={search.nothing.sentence} advice={search.nothing.advice} />
        <FindSimilarNames />
        <EmergencyOffer />
      </>
    )
  return (
    <>
      {notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <CaseTable rows={patients}>
        <p className={classes.found}>
          <span role="status">{messages.found(patients.length, notice !== null)}</span>
          {cases < patients.length && <span>{messages.withCase(cases)}</span>}
          <span className={classes.fresh}>{messages.asOf(formatInstant(dataUpdatedAt))}</span>
        </p>
      </CaseTable>
    </>
  )
}

/** Offers the search box for a name that was not found. */
function FindSimilarNames() {
  const { submitted, onFind } = useCaseSearch()
  const { searchType, searchTerm } = patientValues.safeParse(submitted).data ?? {}
  if (!onFind || searchType !== 'NAMEL' || !searchTerm) return null
  return (
    <Button variant="default" data-noprint onClick={() => onFind(searchTerm)}>
      {messages.findSimilarNames(searchTerm)}
    </Button>
  )
}

type ResultsBoundaryProps = { onSearchAgain: () => void; children: ReactNode }

/** Error boundary for results. It offers to search again; a new `key` resets it. */
class ResultsBoundary extends Component<ResultsBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    const { onSearchAgain, children } = this.props
    return this.state.isBroken ? <BrokenResults onSearchAgain={onSearchAgain} /> : children
  }
}

/** The error message for broken results, with a button that repeats the search. */
const BrokenResults = ({ onSearchAgain }: Pick<ResultsBoundaryProps, 'onSearchAgain'>) => (
  <div role="alert">
    <ErrorState message={messages.resultsBroken} retryLabel={messages.searchAgain} onRetry={onSearchAgain} />
  </div>
)

const rowId = ({ hash }: ActiveCaseRow) => hash

type CaseTableProps = { rows: readonly ActiveCaseRow[]; children: ReactNode }

/** Table of the incidents found, with links to their sections; the children share a line with its tools. */
function CaseTable({ rows, children }: CaseTableProps) {
  const { search, submitted, view, setView, setScrollPosition, hasSummaries, onOpen } = useCaseSearch()
  const navigate = useNavigate()
  const { path } = search
  const withActivity = rows.some(({ activity }) => activity)
  const withSummaries = hasSummaries && rows.some(({ hasCaseSummary }) => hasCaseSummary)
  const columns = useMemo(
    () =>
      caseColumns({
        path,
        go: (href) => {
          setScrollPosition(window.scrollY)
          void navigate({ href })
        },
        onOpen,
        withSummaries,
        withActivity,
      }),
    [path, navigate, setScrollPosition, onOpen, withSummaries, withActivity],
  )
  return (
    <PagedList
      exportedAs={{ list: withActivity ? 'current-activity' : 'patients', criteria: submitted ?? {} }}
      label={messages.results}
      rows={rows}
      columns={columns}
      rowId={rowId}
      sizeKey={search.sizeKey}
      {...(withActivity ? columnChoices.activity : columnChoices.patients)}
      header={
        <>
          {children}
          {withActivity && <NewestFirst view={view} onView={setView} />}
        </>
      }
      view={view}
      onView={setView}
    />
  )
}

type NewestFirstProps = { view: ListView; onView: (view: ListView) => void }

/** Switches between the order of time, newest first, and the patients' names. */
function NewestFirst({ view, onView }: NewestFirstProps) {
  const [sorted] = view.sorting
  const isOn = sorted?.id === 'activity' && sorted.desc
  const other = isOn ? { id: 'patientName', desc: false } : { id: 'activity', desc: true }
  return (
    <Button
      size="compact-sm"
      variant={isOn ? 'light' : 'default'}
      data-noprint
      aria-pressed={isOn}
      onClick={() => onView({ pageIndex: 0, sorting: [other] })}
    >
      {messages.newestFirst}
    </Button>
  )
}
