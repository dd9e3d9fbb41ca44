import { CloseButton } from '@mantine/core'
import { type Map as MapLibre, type MapMouseEvent, Popup, type PopupOptions } from 'maplibre-gl'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { mapMessages } from '../../map-messages.ts'
import type { Unit } from '../../rules.ts'
import { HighlightedName } from '../results/provider-name.tsx'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { MapListSync } from '../results/use-results-view.ts'
import type { SearchCircle } from '../search-request.ts'
import { type Cluster, clusterPlaces, isOnePlace, type Point } from './clusters.ts'
import { type AreaSearch, createAreaSearch } from './create-area-search.ts'
import classes from './map.module.css'
import {
  makeRoom,
  moveDurationMs,
  type Place,
  showAll,
  toLngLat,
  toPlaces,
  useFitBounds,
} from './map-camera.ts'
import { focusMarker, MarkerLayer } from './marker-layer.tsx'
import { SearchAreaButton, useHasMoved } from './search-area-button.tsx'
import { useMap } from './use-map.ts'

type ProviderMapProps = {
  rows: ResultRow[]
  firstNumber: number
  unit: Unit
  circle: SearchCircle | undefined
  needsTwoFingers: boolean
  mapSync: MapListSync
  areaSearch: AreaSearch
  onError: () => void
}

/** The providers of a page on a map, each with a numbered marker; neighbors share a cluster marker. */
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

function MapContent({
  map,
  rows,
  firstNumber,
  unit,
  circle,
  mapSync,
  areaSearch,
}: ProviderMapProps & WithMap) {
  const places = useMemo(() => toPlaces(rows, firstNumber), [rows, firstNumber])
  const zoom = useZoom(map)
  const clusters = useMemo(() => clusterPlaces(places, zoom), [places, zoom])
  const [group, setGroup] = useState<Cluster<Place>>()
  useFitBounds(map, places, mapSync.opened, (hash) => focusMarker(clusterPlaces(places, map.getZoom()), hash))
  const close = () => {
    setGroup(undefined)
    focusMarker(clusters, group?.lead.row.id)
  }
  const open = (cluster: Cluster<Place>) => {
    const { lead, members } = cluster
    const isGroup = members.length > 1 && isOnePlace(members)
    setGroup(isGroup ? cluster : undefined)
    if (members.length === 1) mapSync.showInList(lead.row.id)
    else if (!isGroup) showAll(map, members, moveDurationMs)
  }
  const choose = (hash: string) => {
    setGroup(undefined)
    mapSync.showInList(hash)
  }
  const { hasMoved, forgetMove } = useHasMoved(map)
  const onSearchArea = createAreaSearch(areaSearch)
  useEscape(map, () => {
    if (group) close()
    else forgetMove()
  })
  return (
    <>
      {hasMoved && onSearchArea && <SearchAreaButton map={map} onSearch={onSearchArea} />}
      <MarkerLayer
        map={map}
        clusters={clusters}
        circle={circle}
        unit={unit}
        mapSync={mapSync}
        onOpen={open}
      />
      {group && places.includes(group.lead) && (
        <PlacePopup map={map} cluster={group} onChoose={choose} onClose={close} />
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
function PlacePopup({ map, cluster, onChoose, onClose }: PlacePopupProps) {
  const title = mapMessages.atOnePlace(cluster.members.length)
  return (
    <MapPopup map={map} at={cluster} label={title} onLeave={onClose}>
      <PopupHead onClose={onClose}>{title}</PopupHead>
      <ul className={classes.providerList}>
        {cluster.members.map(({ row, number }) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row.id)}>
              {number}. <HighlightedName name={row.original.name} />
            </button>
          </li>
        ))}
      </ul>
    </MapPopup>
  )
}

/** The title and the close button of a popup. */
function PopupHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.popupHead}>
      <h3>{children}</h3>
      <CloseButton aria-label={mapMessages.closePopup} onClick={onClose} />
    </div>
  )
}

/** Offsets from the marker, in pixels. */
const above: [number, number] = [0, -38]
const below: [number, number] = [0, 6]
const offset: PopupOptions['offset'] = {
  center: [0, 0],
  left: [18, -18],
  right: [-18, -18],
  bottom: above,
  'bottom-left': above,
  'bottom-right': above,
  top: below,
  'top-left': below,
  'top-right': below,
}

type MapPopupProps = {
  map: MapLibre
  at: Point
  label: string
  /** Called when the map is clicked outside the popup. */
  onLeave: () => void
  children: ReactNode
}

/** A dialog at a point on the map. It takes the focus when it opens; the map stays usable. */
function MapPopup({ map, at: { latitude, longitude }, label, onLeave, children }: MapPopupProps) {
  const [place] = useState(() => document.createElement('div'))
  const content = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent(({ originalEvent: { target } }: MapMouseEvent) => {
    if (target === map.getCanvas()) onLeave()
  })
  useEffect(() => {
    const popup = new Popup({
      className: classes.popup,
      closeButton: false,
      closeOnClick: false,
      focusAfterOpen: false,
      maxWidth: '300px',
      offset,
    })
    popup.setLngLat(toLngLat({ latitude, longitude })).setDOMContent(place).addTo(map)
    content.current?.focus({ preventScroll: true })
    map.on('click', leave)
    // Wait for the next frame: the opener may first move the map in this task.
    const settled = requestAnimationFrame(() =>
      makeRoom(map, popup.getElement(), { latitude, longitude }, moveDurationMs),
    )
    return () => {
      cancelAnimationFrame(settled)
      map.off('click', leave)
      popup.remove()
    }
  }, [map, place, latitude, longitude])
  return createPortal(
    <div ref={content} role="dialog" aria-label={label} tabIndex={-1} className={classes.popupContent}>
      {children}
    </div>,
    place,
  )
}
