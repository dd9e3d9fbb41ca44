import { useComputedColorScheme } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  addProtocol,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { earthRadius } from '#geography/rules.ts'
import { baseMapStyle } from '#geography/web/base-map-style.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { mapMessages } from '../../map-messages.ts'
import type { Unit } from '../../rules.ts'
import type { Circle } from '../search-request.ts'
import { maxZoom } from './clusters.ts'
import { defaultZoom } from './map-camera.ts'

setWorkerUrl(workerUrl)

const words = {
  'Map.Title': mapMessages.map,
  'NavigationControl.ZoomIn': mapMessages.zoomIn,
  'NavigationControl.ZoomOut': mapMessages.zoomOut,
  'CooperativeGesturesHandler.WindowsHelpText': mapMessages.scrollWithKey('Ctrl'),
  'CooperativeGesturesHandler.MacHelpText': mapMessages.scrollWithKey('⌘'),
  'CooperativeGesturesHandler.MobileHelpText': mapMessages.twoFingers,
}

type MapOptions = {
  circle: Circle | undefined
  unit: Unit
  /** Whether moving the map takes two fingers, because one finger scrolls the page. */
  needsTwoFingers: boolean
  /** Called when a part of the map failed to load. */
  onError: () => void
}

/** Creates a flat, north-up map in the page's color scheme; undefined until it exists. */
export function useMap(place: RefObject<HTMLElement | null>, options: MapOptions): MapLibre | undefined {
  const { circle, unit, needsTwoFingers } = options
  const [map, setMap] = useState<MapLibre>()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const onError = useEffectEvent(options.onError)
  useEffect(() => {
    if (!place.current) return
    const made = openMap(place.current, unit, needsTwoFingers)
    if (!made) return onError()
    made.on('error', () => onError())
    setMap(made)
    return () => {
      setMap(undefined)
      made.remove()
    }
  }, [place, unit, needsTwoFingers])
  const style = useMapStyle(map, isDark, options.onError)
  useEffect(() => {
    if (style)
      map?.setStyle(style, { transformStyle: (_before, loaded) => withRange(loaded, circle, isDark) })
  }, [map, style, circle, isDark])
  return map
}

const streetMap = queryOptions({
  queryKey: ['street-map'],
  queryFn: async () => {
    const { addStreets, drawMissingImage, openStreets } = await import('#geography/web/streets-style.ts')
    const streets = await openStreets(`${location.origin}${getBootstrapData().mapTilesUrl}`, addProtocol)
    return { addStreets, drawMissingImage, streets }
  },
  networkMode: 'always',
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
})

/**
 * The map style from the settings or, without one, our own base map, with streets if the portal has an archive of
 * them; undefined while it loads. Without its archive, the base map remains.
 */
function useMapStyle(
  map: MapLibre | undefined,
  isDark: boolean,
  onError: () => void,
): StyleSpecification | string | undefined {
  const { mapStyleUrl, baseMapTiles, mapTilesUrl } = getBootstrapData()
  const hasStreets = mapTilesUrl !== undefined
  const { data, isError, isPending } = useQuery({ ...streetMap, enabled: hasStreets })
  useEffect(() => {
    map?.setMissingStyleImageResolver((id) => data?.drawMissingImage(map, id))
  }, [map, data])
  const reportError = useEffectEvent(onError)
  useEffect(() => {
    if (isError) reportError()
  }, [isError])
  return useMemo(() => {
    if (mapStyleUrl) return mapStyleUrl
    if (hasStreets && isPending) return undefined
    const base = baseMapStyle({ dark: isDark, tiles: `${location.origin}${baseMapTiles}` })
    return data ? data.addStreets(base, data.streets, isDark) : base
  }, [mapStyleUrl, baseMapTiles, hasStreets, isPending, data, isDark])
}

/** Returns undefined if the browser cannot create a WebGL context despite reporting support. */
function openMap(container: HTMLElement, unit: Unit, needsTwoFingers: boolean): MapLibre | undefined {
  try {
    const map = new MapLibre({
      container,
      zoom: defaultZoom,
      maxZoom,
      attributionControl: { compact: false },
      cooperativeGestures: needsTwoFingers,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      locale: words,
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    map.addControl(new ScaleControl({ unit: unit === 'mi' ? 'imperial' : 'metric' }), 'top-left')
    return map
  } catch {
    return undefined
  }
}

/** Adds the circle of the search to a style. */
function withRange(
  style: StyleSpecification,
  circle: Circle | undefined,
  isDark: boolean,
): StyleSpecification {
  if (!circle?.radius) return style
  const color = isDark ? '#90badf' : '#134f8c'
  const rim: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [circleOutline(circle)] },
  }
  return {
    ...style,
    sources: { ...style.sources, range: { type: 'geojson', data: rim } },
    layers: [
      ...style.layers,
      {
        id: 'range',
        type: 'line',
        source: 'range',
        paint: { 'line-color': color, 'line-width': 1.5, 'line-dasharray': [4, 3] },
      },
    ],
  }
}

const corners = 128
const radians = Math.PI / 180

/** The outline of a circle on the globe as a closed ring of longitudes and latitudes. */
export function circleOutline({
  latitude,
  longitude,
  radius,
}: Pick<Circle, 'latitude' | 'longitude' | 'radius'>): [longitude: number, latitude: number][] {
  const north = latitude * radians
  const angle = radius / earthRadius
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const bearing = (2 * Math.PI * (corner % corners)) / corners
    const to = Math.asin(
      Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing),
    )
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(north),
      Math.cos(angle) - Math.sin(north) * Math.sin(to),
    )
    return [longitude + east / radians, to / radians]
  })
}
