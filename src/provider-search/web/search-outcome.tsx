import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CallFailed } from '#platform/web/call.ts'
import { Spinner } from '#platform/web/spinner.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { Failure } from './failure.tsx'
import { NoResults } from './no-results.tsx'
import { Results } from './results/results.tsx'
import classes from './search.module.css'
import { PlaceNotFound } from './search-centre.ts'
import type { SearchValues } from './search-values.ts'
import type { useProviderSearch } from './use-provider-search.ts'

type SearchOutcomeProps = {
  search: SearchInfo
  submitted: SearchValues | undefined
  results: ReturnType<typeof useProviderSearch>
  onCancel: () => void
  onSearch: (values: SearchValues) => void
}

/** What stands below the form: nothing yet, a running search, why it failed, that nothing was found, or results. */
export function SearchOutcome({ search, submitted, results, onCancel, onSearch }: SearchOutcomeProps) {
  const anchor = useScrollWhenDone(results.isFetching)
  const { data, error, isFetching, dataUpdatedAt } = results
  const isTooLittle = error instanceof CallFailed && error.status === 422
  const sentence = error instanceof PlaceNotFound ? messages.geocodeFailed : messages.providersFailed
  const found = submitted && !isFetching && !error ? data : undefined
  return (
    <section aria-label={messages.results} aria-busy={isFetching}>
      <div ref={anchor} className={classes.anchor} />
      <p role="status" className={classes.found}>
        {found && messages.found(found.length)}
      </p>
      {isFetching && (
        <div className={classes.searching}>
          <Spinner label={messages.searching} />
          <Button variant="default" onClick={onCancel}>
            {messages.cancel}
          </Button>
        </div>
      )}
      {error && !isFetching && !isTooLittle && (
        <Failure sentence={sentence} onRetry={() => void results.refetch()} />
      )}
      {submitted && found?.length === 0 && (
        <NoResults search={search} submitted={submitted} onSearch={onSearch} />
      )}
      {submitted && found && found.length > 0 && (
        <Results key={dataUpdatedAt} search={search} submitted={submitted} found={found} />
      )}
    </section>
  )
}

/** The place to which the view scrolls each time a search has ended. */
function useScrollWhenDone(isRunning: boolean) {
  const anchor = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) anchor.current?.scrollIntoView({ block: 'start' })
    wasRunning.current = isRunning
  }, [isRunning])
  return anchor
}
