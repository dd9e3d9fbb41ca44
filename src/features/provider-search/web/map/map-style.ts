import type { StyleSpecification } from 'maplibre-gl'
import { baseMapStyle } from '#geography/web/base-map-style.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import type { Circle } from '../search-circle.ts'
import { circleOutline } from './range-circle.ts'

/** The map style from the settings or, without one, our own base map. */
export function getMapStyle(isDark: boolean): StyleSpecification | string {
  const { mapStyleUrl, baseMapTiles } = getBootstrapData()
  return mapStyleUrl ?? baseMapStyle({ dark: isDark, tiles: `${location.origin}${baseMapTiles}` })
}

/** Adds the circle of the search to a style. */
export function withRange(
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
