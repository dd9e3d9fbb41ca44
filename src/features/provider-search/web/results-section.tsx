import { Button, Group, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { Skeleton } from '#platform/web/content-states.tsx'
import { ResultsArea, useScrollToResults } from '#platform/web/results-area.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../messages.ts'
import { allTypes, isDistanceSearch, limitResults, offersRange, ranges } from '../rules.ts'
import classes from './search.module.css'
import { GeocoderError, PlaceNotFoundError, type useProviderSearch } from './search-queries.ts'
import { formatRange, isFormComplete } from './search-request.ts'
import { networkFamily, type SearchValues } from './search-values.ts'

/** Loads the results code when a search starts, so that the form does not wait for it. */
const loadResults = () => import('./results/results-panel.tsx')
const Results = lazy(() => loadResults().then((module) => ({ default: module.ResultsPanel })))

/** A skeleton of the view toggle, the toolbar and a page of rows. */
const outline = { label: messages.searching, heights: [40, 36, ...Array<number>(10).fill(24)] }

type ResultsSectionProps = {
  search: SearchInfo
  submitted: SearchValues | undefined
  results: ReturnType<typeof useProviderSearch>
  onSearch: (values: SearchValues) => void
}

/** The section below the form: empty, loading, an error, no results with suggestions, or results. */
export function ResultsSection({ search, submitted, results, onSearch }: ResultsSectionProps) {
  const { data, error, isFetching, dataUpdatedAt } = results
  const anchor = useScrollToResults(isFetching, (data?.providers.length ?? 0) > 0 && !error, 'start')
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
  const failed = {
    message: error instanceof GeocoderError ? messages.geocodeFailed : messages.providersFailed,
    onRetry: retry,
  }
  return (
    <ResultsArea
      ref={section}
      label={messages.results}
      className={classes.searchResults}
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
      failed={error && !isShownElsewhere ? failed : undefined}
    >
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
            />
          </Suspense>
        ) : (
          <SuggestionButtons search={search} submitted={submitted} onSearch={searchAgain} />
        ))}
    </ResultsArea>
  )
}

type SuggestionButtonsProps = {
  search: SearchInfo
  submitted: SearchValues
  onSearch: (values: SearchValues) => void
}

/** Buttons with suggested searches when nothing was found. */
function SuggestionButtons({ search, submitted, onSearch }: SuggestionButtonsProps) {
  const { wider, allTypes } = suggestSearches(submitted, search)
  return (
    <Group className={classes.suggestions}>
      {wider && (
        <Button variant="default" onClick={() => onSearch(wider)}>
          {messages.widen(formatRange(wider.range, search.unit))}
        </Button>
      )}
      {allTypes && (
        <Button variant="default" onClick={() => onSearch(allTypes)}>
          {messages.allTypes}
        </Button>
      )}
    </Group>
  )
}

/** Suggested searches that may find providers when this one found none. */
type SearchSuggestions = { wider?: SearchValues; allTypes?: SearchValues }

/**
 * Suggests the widest range if the search has a narrower one, and all provider types if the search would
 * still be complete.
 */
export function suggestSearches(values: SearchValues, search: SearchInfo): SearchSuggestions {
  const family = networkFamily(search, values)
  const widest = Math.max(...ranges) as SearchValues['range']
  const isRanged = isDistanceSearch(values, family) && offersRange(values, family)
  const wider = { ...values, range: widest }
  const every = { ...values, providerType: allTypes }
  return {
    ...(isRanged && values.range < widest && { wider }),
    ...(values.providerType !== allTypes && isFormComplete(every, search) && { allTypes: every }),
  }
}
