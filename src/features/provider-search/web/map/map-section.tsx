import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Spinner } from '#platform/web/content-states.tsx'
import { messages } from '#provider-search/result-messages.ts'
import type { Unit } from '#provider-search/rules.ts'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { MapListSync } from '../results/use-results-view.ts'
import type { SearchCircle } from '../search-request.ts'
import type { AreaSearch } from './create-area-search.ts'
import classes from './map-section.module.css'

type MapSectionProps = {
  lazyMap: ReturnType<typeof useLazyMap>
  rows: ResultRow[]
  /** The number of the first row among all results. */
  firstNumber: number
  unit: Unit
  circle: SearchCircle | undefined
  isPhone: boolean
  mapSync: MapListSync
  areaSearch: AreaSearch
}

/** The map of a page of results, a placeholder while it loads, and a notice if it is incomplete. */
export function MapSection({ lazyMap, isPhone, ...shown }: MapSectionProps) {
  const { ProviderMap, mapProblem } = lazyMap
  return (
    <div className={classes.section}>
      {mapProblem && (
        <div role="status" className={classes.notice}>
          <span>{mapProblem === 'unsupported' ? messages.mapUnsupported : messages.mapIncomplete}</span>
          {mapProblem === 'incomplete' && (
            <Button size="compact-md" variant="default" onClick={lazyMap.tryAgain}>
              {messages.tryAgain}
            </Button>
          )}
        </div>
      )}
      {!lazyMap.isMissing && (
        <div className={classes.frame}>
          {ProviderMap ? (
            <ProviderMap
              key={lazyMap.attempt}
              needsTwoFingers={isPhone}
              {...shown}
              onError={lazyMap.report}
            />
          ) : (
            <Spinner label={messages.loadingMap} />
          )}
        </div>
      )}
    </div>
  )
}

/** Why the map is incomplete: the browser cannot draw it, or parts failed to load. */
type MapProblem = 'unsupported' | 'incomplete'

/** The map is large, so its code loads when the map is first shown. */
const mapCode = queryOptions({
  queryKey: ['map-code'],
  queryFn: () => import('./provider-map.tsx'),
  networkMode: 'always',
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/** The code of the map, loaded on demand, with its loading problem and a retry. */
export function useLazyMap(isWanted: boolean) {
  const isUnsupported = isWanted && !hasWebGl()
  const { data, isError, refetch } = useQuery({ ...mapCode, enabled: isWanted && !isUnsupported })
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number>()
  const isIncomplete = isError || failedAttempt === attempt
  const mapProblem: MapProblem | undefined = isUnsupported
    ? 'unsupported'
    : isIncomplete
      ? 'incomplete'
      : undefined
  return {
    ProviderMap: data?.ProviderMap,
    isMissing: isUnsupported || isError,
    mapProblem,
    attempt,
    report: () => setFailedAttempt(attempt),
    tryAgain: () => {
      if (isError) void refetch()
      setAttempt(attempt + 1)
    },
  }
}

let known: boolean | undefined

/** Whether this browser can draw the map. */
function hasWebGl(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null
  return known
}
