import { Alert } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Component, type ReactNode, useMemo } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { ErrorState } from '#platform/web/error-state.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { useScrollToResults } from '#platform/web/results-area.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import type { CaseRow } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from '../cases.module.css'
import { caseColumns } from './case-columns.tsx'

/** The area below the form: empty, loading, error, no results, or results. */
export function CaseResults() {
  const { results, isWaiting, isEarlier } = useCaseSearch()
  const { dataUpdatedAt, errorUpdatedAt } = results
  const anchor = useScrollToResults(isWaiting, (results.data?.patients.length ?? 0) > 0, 'nearest')
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
  if (error instanceof ApiError && error.isUnreadable) return <BrokenResults onSearchAgain={onSearchAgain} />
  if (error instanceof ApiError) return <ErrorState message={search.failed} onRetry={onSearchAgain} />
  if (error) throw error
  if (!data) return null
  const { patients, notice } = data
  if (patients.length === 0)
    return <EmptyState message={search.nothing.sentence} advice={search.nothing.advice} />
  return (
    <>
      <p className={classes.found}>
        <span role="status">{messages.found(patients.length, notice !== null)}</span>
        <span className={classes.fresh}>{messages.asOf(formatInstant(dataUpdatedAt))}</span>
      </p>
      {notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <CaseTable rows={patients} />
    </>
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

const rowId = ({ hash }: CaseRow) => hash

/** Table of the incidents found, with links to their sections. */
function CaseTable({ rows }: { rows: readonly CaseRow[] }) {
  const { search, view, setView, setScrollPosition, hasSummaries, onOpen } = useCaseSearch()
  const navigate = useNavigate()
  const { path } = search
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
      }),
    [path, navigate, setScrollPosition, onOpen, withSummaries],
  )
  return (
    <PagedList
      label={messages.results}
      rows={rows}
      columns={columns}
      rowId={rowId}
      sizeKey={search.sizeKey}
      columnsKey="caseColumns"
      view={view}
      onView={setView}
    />
  )
}
