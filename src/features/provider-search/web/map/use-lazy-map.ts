import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

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
