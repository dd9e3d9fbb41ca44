import { useComputedColorScheme } from '@mantine/core'
import 'maplibre-gl/dist/maplibre-gl.css'
import { Map as MapLibre, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { mapMessages } from '../../map-messages.ts'
import { messages } from '../../messages.ts'
import type { Unit } from '../../rules.ts'
import type { Circle } from '../search-circle.ts'
import { maxZoom } from './clusters.ts'
import { defaultZoom } from './map-bounds.ts'
import { getMapStyle, withRange } from './map-style.ts'

setWorkerUrl(workerUrl)

const words = {
  'Map.Title': messages.map,
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
  useEffect(() => {
    map?.setStyle(getMapStyle(isDark), {
      transformStyle: (_before, style) => withRange(style, circle, isDark),
    })
  }, [map, circle, isDark])
  return map
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
