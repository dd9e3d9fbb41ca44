import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { ErrorState } from '#platform/web/error-state.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from '../cases.module.css'
import { CaseTable } from './case-table.tsx'
import { BrokenResults, ResultsBoundary } from './results-boundary.tsx'

/** The area below the form: empty, loading, error, no results, or results. */
export function CaseResults() {
  const { results, isWaiting, isEarlier } = useCaseSearch()
  const { dataUpdatedAt, errorUpdatedAt } = results
  const anchor = useScrollToResults(isWaiting, (results.data?.patients.length ?? 0) > 0)
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

/** Scrolls to the results after each successful search; without results the form stays in view. */
function useScrollToResults(isRunning: boolean, hasFound: boolean) {
  const anchor = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && hasFound) anchor.current?.scrollIntoView({ block: 'nearest' })
    wasRunning.current = isRunning
  }, [isRunning, hasFound])
  return anchor
}
