import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { ProviderRef } from '../results/use-results-view.ts'
import { maxZoom, type Point, unwrapLongitudes, zoomForOne } from './clusters.ts'

/** The zoom at which a single place is shown. */
export const defaultZoom = 10
/** The room between the points of the outermost markers and the edges of the map, in pixels. */
const padding = { top: 60, right: 68, bottom: 44, left: 36 }

/** The closest zoom that the map chooses by itself without streets: closer, there is nothing more to see. */
const closestWithoutStreets = 14

function closestFit(): number {
  const { mapStyleUrl, mapTilesUrl } = getBootstrapData()
  return mapStyleUrl || mapTilesUrl ? maxZoom : closestWithoutStreets
}

/** Shows all places at the largest zoom that fits them, up to `closest`; a single place at the default zoom. */
export function showAll(map: MapLibre, places: readonly Point[], duration: number, closest = maxZoom) {
  const bounds = new LngLatBounds()
  for (const place of places) bounds.extend(toLngLat(place))
  if (bounds.isEmpty()) return
  const isPoint = bounds.getSouthWest().distanceTo(bounds.getNorthEast()) === 0
  if (isPoint) map.easeTo({ center: bounds.getCenter(), zoom: defaultZoom, duration })
  else map.fitBounds(bounds, { padding, maxZoom: closest, duration, linear: true })
}

/** Moves the map, if necessary, so that a place is in view with its own marker. */
function showOne<Place extends Point>(
  map: MapLibre,
  place: Place,
  places: readonly Place[],
  duration: number,
) {
  const zoom = zoomForOne(place, places, map.getZoom())
  if (zoom === map.getZoom() && isInView(map, place)) return
  map.easeTo({ center: toLngLat(place), zoom, duration })
}

/**
 * Pans the map so that a popup is not cut off. A popup cut off at a side moves to the horizontal center,
 * where it has the most room.
 */
export function makeRoom(map: MapLibre, opened: Element, place: Point, duration: number) {
  const rim = map.getContainer().getBoundingClientRect()
  const box = opened.getBoundingClientRect()
  const isCut = box.left < rim.left || box.right > rim.right
  const x = isCut ? projectNearby(map, place).x - rim.width / 2 : 0
  const y = Math.min(box.top - rim.top, 0) || Math.max(box.bottom - rim.bottom, 0)
  if (x || y) map.panBy([x, y], { duration })
}

/** Whether a place is in the visible part of the map. */
export function isInView(map: MapLibre, place: Point): boolean {
  const { x, y } = projectNearby(map, place)
  const { clientWidth, clientHeight } = map.getContainer()
  return x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight
}

/** The pixel position of a place on the map, in the copy of the world at its center. */
export function projectNearby(map: MapLibre, { latitude, longitude }: Point) {
  const turns = Math.round((map.getCenter().lng - longitude) / 360)
  return map.project([longitude + 360 * turns, latitude])
}

export const toLngLat = ({ longitude, latitude }: Point): [longitude: number, latitude: number] => [
  longitude,
  latitude,
]

/**
 * The duration of map movements, in milliseconds; MapLibre skips the animation for users who prefer reduced
 * motion.
 */
export const moveDurationMs = 300

/** Fits the map to the places on the page, and brings an opened place into view and focuses its marker. */
export function useFitBounds(
  map: MapLibre,
  places: Place[],
  opened: ProviderRef | undefined,
  focus: (hash: string) => void,
) {
  const shown = useRef<Place[]>(undefined)
  const done = useRef<ProviderRef>(undefined)
  const focusLater = useEffectEvent(focus)
  useEffect(() => {
    if (shown.current === places) return
    showAll(map, places, shown.current ? moveDurationMs : 0, closestFit())
    shown.current = places
  }, [map, places])
  useEffect(() => {
    const place = places.find(({ row }) => row.id === opened?.hash)
    if (!place || !opened || done.current === opened) return
    done.current = opened
    showOne(map, place, places, 0)
    map.getContainer().scrollIntoView({ block: 'nearest' })
    // Wait for the next frame: the new zoom changes the markers.
    requestAnimationFrame(() => focusLater(opened.hash))
  }, [map, places, opened])
}

/** A result row with its number among all results and its point on the map. */
export type Place = Point & { row: ResultRow; number: number }

/** The places of a page, in list order. */
export function toPlaces(rows: ResultRow[], firstNumber: number): Place[] {
  return unwrapLongitudes(
    rows.map((row, at) => ({
      row,
      number: firstNumber + at,
      latitude: row.original.latitude,
      longitude: row.original.longitude,
    })),
  )
}
