import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { mapMessages } from '../../map-messages.ts'
import type { Unit } from '../../rules.ts'
import { formatDistance } from '../results/describe-search.ts'
import { TypeIcon } from '../results/type-icon.tsx'
import { type MapListSync, useIsHighlighted } from '../results/use-results-view.ts'
import type { SearchCircle } from '../search-request.ts'
import type { Cluster, Point } from './clusters.ts'
import { isInView, type Place, projectNearby, toLngLat } from './map-camera.ts'
import classes from './marker-layer.module.css'
import { markerSource, markerSpaces } from './search-rings.ts'

type MarkerLayerProps = {
  map: MapLibre
  clusters: Cluster<Place>[]
  circle: SearchCircle | undefined
  unit: Unit
  mapSync: MapListSync
  onOpen: (cluster: Cluster<Place>) => void
}

/** The markers, in list order, with the numbers of the cards. A cluster shares its button with its first provider. */
export function MarkerLayer({ map, clusters, circle, unit, mapSync, onOpen }: MarkerLayerProps) {
  /** Pans the map to a marker that receives the focus while out of view. */
  const bringIntoView = (cluster: Cluster<Place>) => {
    if (!isInView(map, cluster)) map.panTo(toLngLat(cluster), { animate: false })
  }
  useMarkerSpaces(map, clusters, circle)
  return createPortal(
    <div className={classes.layer}>
      {circle && (
        <MapOverlay map={map} at={circle}>
          <div
            role="img"
            aria-label={mapMessages.searchCenter}
            title={mapMessages.searchCenter}
            className={classes.center}
          />
        </MapOverlay>
      )}
      {clusters.map((cluster) => (
        <MapOverlay key={cluster.lead.row.id} map={map} at={cluster}>
          <Marker
            cluster={cluster}
            unit={unit}
            mapSync={mapSync}
            onOpen={() => onOpen(cluster)}
            onFocus={() => bringIntoView(cluster)}
          />
        </MapOverlay>
      ))}
    </div>,
    map.getCanvasContainer(),
  )
}

type MarkerProps = {
  cluster: Cluster<Place>
  unit: Unit
  mapSync: MapListSync
  onOpen: () => void
  onFocus: () => void
}

/** The marker of a provider or a cluster, which is highlighted together with the cards of its providers. */
function Marker({ cluster: { lead, members }, unit, mapSync, onOpen, onFocus }: MarkerProps) {
  const { name, providerTypeId } = lead.row.original
  const isCluster = members.length > 1
  const pointing = mapSync.pointing(lead.row.id)
  const isHighlighted = useIsHighlighted(
    mapSync,
    members.map(({ row }) => row.id),
  )
  return (
    <button
      type="button"
      id={markerId(lead.row.id)}
      className={isCluster ? classes.cluster : classes.pin}
      aria-label={
        isCluster
          ? mapMessages.cluster(members.length, lead.number, name)
          : mapMessages.marker(lead.number, name, formatDistance(lead.row.original, unit))
      }
      data-highlighted={isHighlighted || undefined}
      data-selected={members.some(({ row }) => row.getIsSelected()) || undefined}
      onClick={onOpen}
      {...pointing}
      onFocus={() => {
        onFocus()
        pointing.onFocus()
      }}
    >
      {!isCluster && (
        <svg viewBox="0 0 32 40" aria-hidden>
          <path d="M16 1C7.7 1 1.5 7.3 1.5 15.3 1.5 25 16 39 16 39s14.5-14 14.5-23.7C30.5 7.3 24.3 1 16 1z" />
        </svg>
      )}
      <span>
        {!isCluster && <TypeIcon providerTypeId={providerTypeId} size={13} />}
        {lead.number}
      </span>
      {isCluster && <small data-others={mapMessages.others(members.length - 1)} />}
    </button>
  )
}

/** Keeps the labels of the map from under the markers and the center. */
function useMarkerSpaces(map: MapLibre, clusters: Cluster<Place>[], circle: SearchCircle | undefined) {
  useEffect(() => {
    const spaces = markerSpaces(clusters, circle)
    const put = () => void map.getSource<GeoJSONSource>(markerSource)?.setData(spaces)
    put()
    map.on('style.load', put)
    return () => void map.off('style.load', put)
  }, [map, clusters, circle])
}

/** Focuses the marker that contains a provider. */
export function focusMarker(clusters: Cluster<Place>[], hash: string | undefined) {
  const cluster = clusters.find(({ members }) => members.some(({ row }) => row.id === hash))
  if (cluster) document.getElementById(markerId(cluster.lead.row.id))?.focus({ preventScroll: true })
}

const markerId = (hash: string) => `marker-${hash}`

type MapOverlayProps = { map: MapLibre; at: Point; children: ReactNode }

/** Keeps its content at a point on the map while the map moves. */
function MapOverlay({ map, at: { latitude, longitude }, children }: MapOverlayProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const { x, y } = projectNearby(map, { latitude, longitude })
      element.current?.style.setProperty('transform', `translate(${x}px, ${y}px)`)
    }
    place()
    map.on('move', place)
    return () => void map.off('move', place)
  }, [map, latitude, longitude])
  return (
    <div ref={element} className={classes.overlay}>
      {children}
    </div>
  )
}
