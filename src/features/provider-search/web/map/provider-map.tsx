import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Provider } from '../../contract.ts'
import type { Unit } from '../../rules.ts'
import type { ResultRow } from '../results/use-result-table.ts'
import type { Circle } from '../search-circle.ts'
import { type Cluster, clusterPlaces, isOnePlace } from './clusters.ts'
import classes from './map.module.css'
import { showAll } from './map-bounds.ts'
import { type Place, toPlaces } from './map-points.ts'
import { MapPopup } from './map-popup.tsx'
import { focusMarker, MarkerLayer } from './marker-layer.tsx'
import { PlacePopup } from './place-popup.tsx'
import { ProviderPopup } from './provider-popup.tsx'
import { moveDurationMs, useFitBounds } from './use-fit-bounds.ts'
import { useMap } from './use-map.ts'
import type { ProviderRef } from './use-map-list-sync.ts'

type ProviderMapProps = {
  rows: ResultRow[]
  unit: Unit
  circle: Circle | undefined
  needsTwoFingers: boolean
  opened: ProviderRef | undefined
  onOpen: (provider: ProviderRef | undefined) => void
  onShowInList: (hash: string) => void
  onFeedback: ((provider: Provider) => void) | undefined
  onError: () => void
}

/** The providers of a page on a map, each with a marker; neighbors share a cluster marker. */
export function ProviderMap(props: ProviderMapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const map = useMap(frame, props)
  return (
    <>
      <div ref={frame} className={classes.map} />
      {map && <MapContent map={map} {...props} />}
    </>
  )
}

function MapContent({ map, rows, unit, circle, opened, onOpen, ...actions }: ProviderMapProps & WithMap) {
  const { onShowInList, onFeedback } = actions
  const places = useMemo(() => toPlaces(rows), [rows])
  const zoom = useZoom(map)
  const clusters = useMemo(() => clusterPlaces(places, zoom), [places, zoom])
  const [group, setGroup] = useState<Cluster<Place>>()
  const place = places.find(({ row }) => row.id === opened?.hash)
  useFitBounds(map, places, opened)

  const close = () => {
    const hash = place?.row.id ?? group?.lead.row.id
    setGroup(undefined)
    onOpen(undefined)
    focusMarker(clusters, hash)
  }
  const open = (cluster: Cluster<Place>) => {
    const { lead, members } = cluster
    const isGroup = members.length > 1 && isOnePlace(members)
    setGroup(isGroup ? cluster : undefined)
    onOpen(members.length === 1 ? { hash: lead.row.id } : undefined)
    if (members.length > 1 && !isGroup) showAll(map, members, moveDurationMs)
  }
  useEscape(map, () => {
    if (place || group) close()
  })
  return (
    <>
      <MarkerLayer
        map={map}
        clusters={clusters}
        circle={circle}
        unit={unit}
        openHash={place?.row.id}
        onOpen={open}
      />
      {place ? (
        <MapPopup key={place.row.id} map={map} at={place} label={place.row.original.name} onLeave={close}>
          <ProviderPopup
            row={place.row}
            unit={unit}
            onShowInList={onShowInList}
            onFeedback={onFeedback}
            onClose={close}
          />
        </MapPopup>
      ) : (
        group && (
          <PlacePopup map={map} cluster={group} onChoose={(hash) => onOpen({ hash })} onClose={close} />
        )
      )}
    </>
  )
}

type WithMap = { map: MapLibre }

/** The zoom of the map, updated whenever a zoom movement ends. */
function useZoom(map: MapLibre): number {
  const listen = useMemo(
    () => (listener: () => void) => {
      map.on('zoomend', listener)
      return () => void map.off('zoomend', listener)
    },
    [map],
  )
  return useSyncExternalStore(listen, () => map.getZoom())
}

/** Calls the handler when Escape is pressed anywhere on the map. */
function useEscape(map: MapLibre, onEscape: () => void) {
  const listen = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onEscape()
  })
  useEffect(() => {
    const container = map.getContainer()
    container.addEventListener('keydown', listen)
    return () => container.removeEventListener('keydown', listen)
  }, [map])
}
