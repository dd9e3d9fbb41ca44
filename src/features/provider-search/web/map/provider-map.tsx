import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Provider } from '../../contract.ts'
import { mapMessages } from '../../map-messages.ts'
import type { Unit } from '../../rules.ts'
import { HighlightedName } from '../results/provider-name.tsx'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { ProviderRef } from '../results/use-results-view.ts'
import type { Circle } from '../search-request.ts'
import { type Cluster, clusterPlaces, isOnePlace } from './clusters.ts'
import classes from './map.module.css'
import { moveDurationMs, type Place, showAll, toPlaces, useFitBounds } from './map-camera.ts'
import { focusMarker, MarkerLayer } from './marker-layer.tsx'
import { MapPopup, PopupHead, ProviderPopup } from './provider-popup.tsx'
import { useMap } from './use-map.ts'

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

type PlacePopupProps = {
  map: MapLibre
  cluster: Cluster<Place>
  onChoose: (hash: string) => void
  onClose: () => void
}

/** The providers at one address, which no zoom separates: a list to choose from. */
export function PlacePopup({ map, cluster, onChoose, onClose }: PlacePopupProps) {
  const title = mapMessages.atOnePlace(cluster.members.length)
  return (
    <MapPopup map={map} at={cluster} label={title} onLeave={onClose}>
      <PopupHead onClose={onClose}>{title}</PopupHead>
      <ul className={classes.providerList}>
        {cluster.members.map(({ row }) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row.id)}>
              <HighlightedName name={row.original.name} />
            </button>
          </li>
        ))}
      </ul>
    </MapPopup>
  )
}
