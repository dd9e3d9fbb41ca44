import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/error-state.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { shownOf } from '../rules.ts'
import { GeocoderFailed, PlaceNotFound } from './geocode-search.ts'
import classes from './search.module.css'
import { familyOf, type SearchValues } from './search-values.ts'
import { WaysOnButtons } from './suggestion-buttons.tsx'
import type { useProviderSearch } from './use-provider-search.ts'

/** The list comes when something is to be listed: the form does not wait for it. */
const loadResults = () => import('./results/results.tsx')
const Results = lazy(() => loadResults().then((module) => ({ default: module.Results })))

/** View and selection, then a page of rows. */
const outline = <Skeleton label={messages.searching} heights={[40, 36, ...Array<number>(10).fill(24)]} />

type SearchOutcomeProps = {
  search: SearchInfo
  submitted: SearchValues | undefined
  results: ReturnType<typeof useProviderSearch>
  onSearch: (values: SearchValues) => void
}

/** What stands below the form: nothing yet, a running search, why it failed, that nothing was found, or results. */
export function SearchOutcome({ search, submitted, results, onSearch }: SearchOutcomeProps) {
  const { data, error, isFetching, dataUpdatedAt } = results
  const anchor = useScrollToResults(isFetching, (data?.providers.length ?? 0) > 0 && !error)
  useEffect(() => {
    if (isFetching) void loadResults()
  }, [isFetching])
  const isSaidElsewhere =
    error instanceof PlaceNotFound || (error instanceof ApiError && error.status === 422)
  const isDone = submitted && data && !isFetching && !error
  const { shown, limit } = shownOf(
    isDone ? data.providers : [],
    familyOf(search, submitted ?? { network: '' }),
  )
  // That somebody was found is said at once; who it is, is drawn in small steps.
  const hasFound = shown.length > 0
  const isListed = useDeferredValue(hasFound, false)
  const outcome = useRef<HTMLElement>(null)
  // The button that is pressed goes: what comes in its place has the focus.
  const takeFocus = () => outcome.current?.focus({ preventScroll: true })
  const retry = () => {
    takeFocus()
    void results.refetch()
  }
  const searchOn = (values: SearchValues) => {
    takeFocus()
    onSearch(values)
  }
  return (
    <section
      ref={outcome}
      tabIndex={-1}
      aria-label={messages.results}
      aria-busy={isFetching}
      className={classes.outcome}
    >
      <div ref={anchor} className={classes.anchor} />
      {isDone && <VisuallyHidden component="h2">{messages.results}</VisuallyHidden>}
      <p role="status" className={classes.found}>
        {isDone && (hasFound ? messages.found(shown.length) : search.messages.noResults)}
      </p>
      {(isFetching || (hasFound && !isListed)) && outline}
      {error && !isFetching && !isSaidElsewhere && (
        <ErrorState
          message={error instanceof GeocoderFailed ? messages.geocodeFailed : messages.providersFailed}
          onRetry={retry}
        />
      )}
      {isDone && !hasFound && <WaysOnButtons search={search} submitted={submitted} onSearch={searchOn} />}
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

/** The place to which the view scrolls each time a search has found somebody; else the form stays in view. */
function useScrollToResults(isRunning: boolean, hasFound: boolean) {
  const anchor = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && hasFound) anchor.current?.scrollIntoView({ block: 'start' })
    wasRunning.current = isRunning
  }, [isRunning, hasFound])
  return anchor
}
