import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { showAll, showOne } from './map-bounds.ts'
import type { Place } from './map-points.ts'
import type { ProviderRef } from './use-map-list-sync.ts'

/**
 * The duration of map movements, in milliseconds; MapLibre skips the animation for users who prefer reduced
 * motion.
 */
export const moveDurationMs = 300

/** Fits the map to the places on the page and brings the opened place into view. */
export function useFitBounds(map: MapLibre, places: Place[], opened: ProviderRef | undefined) {
  const shown = useRef<Place[]>(undefined)
  useEffect(() => {
    if (shown.current === places) return
    showAll(map, places, shown.current ? moveDurationMs : 0)
    shown.current = places
  }, [map, places])
  useEffect(() => {
    const place = places.find(({ row }) => row.id === opened?.hash)
    if (!place) return
    showOne(map, place, places, 0)
    map.getContainer().scrollIntoView({ block: 'nearest' })
  }, [map, places, opened])
}
