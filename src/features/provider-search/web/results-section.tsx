import { VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Skeleton } from '#platform/web/content-states.tsx'
import { ResultsArea, useScrollToResults } from '#platform/web/results-area.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../page-messages.ts'
import { limitResults } from '../rules.ts'
import { describeFailure } from './describe-failure.ts'
import classes from './search.module.css'
import type { useProviderSearch } from './search-queries.ts'
import { findRememberedPlace, networkFamily, type SearchValues } from './search-values.ts'

const loadResults = () => import('./results/results-panel.tsx')

/** Loads the results code and what the browser needs to name languages while a search runs, each in a task of its own. */
const prepareResults = () =>
  loadResults().then(
    ({ loadLanguageNames }) => void setTimeout(loadLanguageNames),
    () => {},
  )
const Results = lazy(() => loadResults().then((module) => ({ default: module.ResultsPanel })))

const OtherPlaces = lazy(() =>
  import('./form/other-places.tsx').then((module) => ({ default: module.OtherPlaces })),
)

const NoResults = lazy(() =>
  import('./no-results/no-results.tsx').then((module) => ({ default: module.NoResults })),
)

/** A skeleton of the view toggle, the toolbar and a page of rows. */
const outline = { label: messages.searching, heights: [40, 36, ...Array<number>(10).fill(24)] }

type ResultsSectionProps = {
  search: SearchInfo
  submitted: SearchValues | undefined
  results: ReturnType<typeof useProviderSearch>
  onSearch: (values: SearchValues) => void
}

/** Loads the code of the results while their request runs. */
function usePreparedResults(isFetching: boolean) {
  useEffect(() => {
    const timer = setTimeout(() => isFetching && prepareResults())
    return () => clearTimeout(timer)
  }, [isFetching])
}

/** The section below the form: empty, loading, an error, no results with ways to go on, or results. */
export function ResultsSection({ search, submitted, results, onSearch }: ResultsSectionProps) {
  const { data, error, isFetching, dataUpdatedAt } = results
  const anchor = useScrollToResults(isFetching, (data?.providers.length ?? 0) > 0 && !error, 'start')
  usePreparedResults(isFetching)
  const failure = describeFailure(error)
  const isDone = submitted && data && !isFetching && !error
  const family = networkFamily(search, submitted ?? { network: '' })
  const rememberedPlace = submitted && findRememberedPlace(submitted)
  const found = isDone ? data.providers : undefined
  const { shown, limit } = useMemo(() => limitResults(found ?? [], family), [found, family])
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
    <ResultsArea
      ref={section}
      label={messages.results}
      className={isFetching || hasFound ? classes.searchResults : classes.withoutResults}
      isBusy={isFetching}
      header={
        <>
          <div ref={anchor} className={classes.anchor} />
          {isDone && <VisuallyHidden component="h2">{messages.results}</VisuallyHidden>}
          <p role="status" className={classes.found}>
            {isDone && (hasFound ? messages.found(shown.length) : search.messages.noResults)}
          </p>
        </>
      }
      waiting={isFetching || (hasFound && !isListed) ? outline : undefined}
      failed={error && failure.isInResults ? { message: failure.message, onRetry: retry } : undefined}
    >
      {isDone && rememberedPlace?.typed && (
        <Suspense>
          <OtherPlaces
            search={search}
            submitted={submitted}
            taken={rememberedPlace}
            typed={rememberedPlace.typed}
            onSearch={searchAgain}
          />
        </Suspense>
      )}
      {isDone &&
        (hasFound ? (
          <Suspense fallback={<Skeleton {...outline} />}>
            <Results
              key={dataUpdatedAt}
              search={search}
              submitted={submitted}
              shown={shown}
              limit={limit}
              circle={data?.circle}
              onSearch={searchAgain}
            />
          </Suspense>
        ) : (
          <Suspense>
            <NoResults search={search} submitted={submitted} circle={data?.circle} onSearch={searchAgain} />
          </Suspense>
        ))}
    </ResultsArea>
  )
}
