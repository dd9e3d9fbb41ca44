import { Alert } from '@mantine/core'
import { ErrorState } from '#platform/web/error-state.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../messages.ts'
import classes from './authorizations.module.css'
import { PendingList } from './list/pending-list.tsx'
import type { PendingSearch } from './pending-query.ts'
import { listId } from './review/use-restore-focus.ts'

/** The area below the client chooser: empty, loading, error, nothing pending, or the list. */
export function PendingResults({ search }: { search: PendingSearch }) {
  const { results, isWaiting } = search
  return (
    <section
      id={listId}
      tabIndex={-1}
      aria-label={messages.results}
      aria-busy={isWaiting}
      className={classes.outcome}
    >
      <ResultsContent search={search} retry={() => void results.refetch()} />
    </section>
  )
}

function ResultsContent({ search, retry }: { search: PendingSearch; retry: () => void }) {
  const { results, isWaiting, view, setView } = search
  const { data, isError, dataUpdatedAt } = results
  if (isWaiting && !data)
    return <Skeleton label={messages.loading} heights={[28, 120, 60, ...Array<number>(10).fill(24)]} />
  if (isError) return <ErrorState message={messages.failed} onRetry={retry} />
  if (!data) return null
  return (
    <>
      {data.bills.length > 0 && (
        <p className={classes.found}>
          <span role="status">{messages.waiting(data.bills.length)}</span>
          <span className={classes.fresh}>{messages.asOf(formatInstant(dataUpdatedAt))}</span>
        </p>
      )}
      {data.notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {data.notice}
        </Alert>
      )}
      <PendingList pending={data} view={view} onView={setView} />
    </>
  )
}
