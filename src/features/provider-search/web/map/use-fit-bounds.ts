import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { showAll, showOne } from './map-bounds.ts'
import type { Place } from './map-points.ts'
import type { ProviderRef } from './use-map-list-sync.ts'

/** How long the map takes to get somewhere else, in ms; who asked for less motion is there at once. */
export const moveDurationMs = 300

/** Keeps the map on the places of the page, and on the one that is opened. */
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
