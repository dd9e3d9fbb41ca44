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
import { mapColors } from '#geography/web/base-map-colors.ts'
import { baseMapStyle } from '#geography/web/base-map-style.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { mapMessages } from '../../map-messages.ts'
import type { Unit } from '../../rules.ts'
import type { SearchCircle } from '../search-request.ts'
import { maxZoom } from './clusters.ts'
import { defaultZoom } from './map-camera.ts'
import { addMarkerSpace, markerSpace, withRings } from './search-rings.ts'

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
  circle: SearchCircle | undefined
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
    if (!map || !style) return
    const added = { circle, unit, isDark }
    let isFirst = false
    map.setStyle(style, {
      transformStyle: (before, loaded) => {
        isFirst = before === undefined
        return withRings(before, isFirst ? withLandGround(loaded, isDark) : loaded, added)
      },
    })
    const flood = () => {
      if (isFirst && hasOwnGround(map))
        map.setPaintProperty('water', 'background-color', mapColors(isDark).water)
    }
    map.once('idle', flood)
    return () => void map.off('idle', flood)
  }, [map, style, circle, unit, isDark])
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
    map?.setMissingStyleImageResolver((id) =>
      id === markerSpace ? addMarkerSpace(map) : data?.drawMissingImage(map, id),
    )
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

/** Whether the ground of the map is the water of our own base map. */
const hasOwnGround = (map: MapLibre) => map.getLayer('water')?.type === 'background'

/** A style whose ground is land until the first tiles have come, so that no marker seems to swim. */
const withLandGround = (style: StyleSpecification, isDark: boolean): StyleSpecification => ({
  ...style,
  layers: style.layers.map((layer) =>
    layer.id === 'water' && layer.type === 'background'
      ? { ...layer, paint: { 'background-color': mapColors(isDark).land } }
      : layer,
  ),
})
