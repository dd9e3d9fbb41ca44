import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { limitResults } from '../rules.ts'
import { GeocoderError, PlaceNotFoundError } from './geocode-search.ts'
import classes from './search.module.css'
import { networkFamily, type SearchValues } from './search-values.ts'
import { SuggestionButtons } from './suggestion-buttons.tsx'
import type { useProviderSearch } from './use-provider-search.ts'

/** Loads the results code when a search starts, so that the form does not wait for it. */
const loadResults = () => import('./results/results.tsx')
const Results = lazy(() => loadResults().then((module) => ({ default: module.Results })))

/** A skeleton of the view toggle, the toolbar and a page of rows. */
const outline = <Skeleton label={messages.searching} heights={[40, 36, ...Array<number>(10).fill(24)]} />

type SearchResultsProps = {
  search: SearchInfo
  submitted: SearchValues | undefined
  results: ReturnType<typeof useProviderSearch>
  onSearch: (values: SearchValues) => void
}

/** The section below the form: empty, loading, an error, no results with suggestions, or results. */
export function SearchResults({ search, submitted, results, onSearch }: SearchResultsProps) {
  const { data, error, isFetching, dataUpdatedAt } = results
  const anchor = useScrollToResults(isFetching, (data?.providers.length ?? 0) > 0 && !error)
  useEffect(() => {
    if (isFetching) void loadResults()
  }, [isFetching])
  const isShownElsewhere =
    error instanceof PlaceNotFoundError || (error instanceof ApiError && error.status === 422)
  const isDone = submitted && data && !isFetching && !error
  const { shown, limit } = limitResults(
    isDone ? data.providers : [],
    networkFamily(search, submitted ?? { network: '' }),
  )
  // Announce the result at once; render the list in a deferred update.
  const hasFound = shown.length > 0
  const isListed = useDeferredValue(hasFound, false)
  const section = useRef<HTMLElement>(null)
  // The pressed button disappears, so its section takes the focus.
  const takeFocus = () => section.current?.focus({ preventScroll: true })
  const retry = () => {
    takeFocus()
    void results.refetch()
  }
  const searchAgain = (values: SearchValues) => {
    takeFocus()
    onSearch(values)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={messages.results}
      aria-busy={isFetching}
      className={classes.searchResults}
    >
      <div ref={anchor} className={classes.anchor} />
      {isDone && <VisuallyHidden component="h2">{messages.results}</VisuallyHidden>}
      <p role="status" className={classes.found}>
        {isDone && (hasFound ? messages.found(shown.length) : search.messages.noResults)}
      </p>
      {(isFetching || (hasFound && !isListed)) && outline}
      {error && !isFetching && !isShownElsewhere && (
        <ErrorState
          message={error instanceof GeocoderError ? messages.geocodeFailed : messages.providersFailed}
          onRetry={retry}
        />
      )}
      {isDone && !hasFound && (
        <SuggestionButtons search={search} submitted={submitted} onSearch={searchAgain} />
      )}
      {isDone && hasFound && isListed && (
        <Suspense fallback={outline}>
          <Results
            key={dataUpdatedAt}
            search={search}
            submitted={submitted}
            shown={shown}
            limit={limit}
            circle={data?.circle}
          />
        </Suspense>
      )}
    </section>
  )
}

/** An anchor that the page scrolls to when a search has found providers; otherwise the form stays in view. */
function useScrollToResults(isRunning: boolean, hasFound: boolean) {
  const anchor = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && hasFound) anchor.current?.scrollIntoView({ block: 'start' })
    wasRunning.current = isRunning
  }, [isRunning, hasFound])
  return anchor
}
