import type { Map as MapLibre, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { earthRadius } from '#geography/rules.ts'
import { mapColors } from '#geography/web/base-map-colors.ts'
import { boldFonts } from '#geography/web/base-map-labels.ts'
import { mapMessages } from '../../map-messages.ts'
import { type Circle, fromKilometers, toKilometers, type Unit } from '../../rules.ts'
import type { SearchCircle } from '../search-request.ts'
import { type Point, worldSizePx } from './clusters.ts'

/** The additions of a search to the style of the map. */
type Additions = { circle: SearchCircle | undefined; unit: Unit; isDark: boolean }

/**
 * Adds the rings around the center of the search, their labels, and the places that labels leave free for markers.
 * `before` is the style that this one replaces.
 */
export function withRings(
  before: StyleSpecification | undefined,
  style: StyleSpecification,
  { circle, unit, isDark }: Additions,
): StyleSpecification {
  const color = isDark ? '#90badf' : '#134f8c'
  // Fonts of another style's server are unknown.
  const hasLabels = style.glyphs === undefined
  return {
    ...style,
    sources: {
      ...style.sources,
      rings: { type: 'geojson', data: collect(circle ? ringFeatures(circle, unit) : []) },
      [markerSource]: before?.sources[markerSource] ?? { type: 'geojson', data: collect([]) },
    },
    layers: [
      ...style.layers,
      {
        id: 'ring',
        type: 'line',
        source: 'rings',
        filter: ['all', ['==', ['geometry-type'], 'Polygon'], ['<=', ['get', 'zoom'], ['zoom']]],
        paint: {
          'line-color': color,
          'line-width': ['case', ['get', 'isRange'], 1.5, 1],
          'line-opacity': ['case', ['get', 'isRange'], 1, 0.6],
          'line-dasharray': [4, 3],
        },
      },
      ...(hasLabels ? [ringLabels(color, mapColors(isDark).land)] : []),
      {
        id: 'marker-space',
        type: 'symbol',
        source: markerSource,
        layout: {
          'icon-image': markerSpace,
          'icon-anchor': ['get', 'anchor'],
          'icon-size': ['get', 'size'],
          'icon-allow-overlap': true,
        },
      },
    ],
  }
}

const ringLabels = (color: string, halo: string): SymbolLayerSpecification => ({
  id: 'ring-label',
  type: 'symbol',
  source: 'rings',
  filter: ['all', ['has', 'label'], ['<=', ['get', 'zoom'], ['zoom']]],
  layout: {
    'text-field': ['get', 'label'],
    'text-font': boldFonts,
    'text-size': 12,
    'text-padding': 2,
    'text-variable-anchor': ['center', 'left', 'right', 'top', 'bottom'],
    'text-radial-offset': ['case', ['get', 'isCenter'], 1.1, 0],
  },
  paint: { 'text-color': color, 'text-halo-color': halo, 'text-halo-width': 1.6 },
})

const collect = (features: GeoJSON.Feature[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features,
})

/** The source with the points of the markers, and the invisible image that keeps labels from under them. */
export const markerSource = 'markers'
export const markerSpace = 'marker-space'

/** Adds the invisible image. */
export const addMarkerSpace = (map: MapLibre) =>
  void map.addImage(markerSpace, { width: 40, height: 44, data: new Uint8Array(40 * 44 * 4) })

/** The places that labels leave free: those of the markers and the center of the search. */
export const markerSpaces = (markers: readonly Point[], center: Point | undefined) =>
  collect([
    ...markers.map((at) => point(at, { anchor: 'bottom', size: 1 })),
    ...(center ? [point(center, { anchor: 'center', size: 0.5 })] : []),
  ])

const point = ({ longitude, latitude }: Point, properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
})

/** The ranges of the rings within that of the search, in the unit of the search. */
const ringRanges = [0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 250]
/** The radius from which a ring is drawn, in pixels: smaller ones would crowd the center. */
const minRadiusPx = 56
/** The directions from the center, in degrees, in which rings have labels. */
const labelBearings = [45, 135, 225, 315]

/** The rings around a center with their labels and the zooms from which they show, and the label of the center. */
export function ringFeatures(circle: SearchCircle, unit: Unit): GeoJSON.Feature[] {
  const range = Number(fromKilometers(circle.rangeInKM, unit).toFixed(2))
  const within = range > 0 ? [...ringRanges.filter((each) => each < range), range] : ringRanges
  const rings = within.flatMap((ringRange) => {
    const ring = { ...circle, rangeInKM: toKilometers(ringRange, unit) }
    const zoom = firstZoom(ring)
    const properties = { zoom, isRange: ringRange === range, isCenter: false }
    const coordinates = circleOutline(ring)
    const label = mapMessages.ring(ringRange, unit)
    return [
      { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [coordinates] } },
      ...labelBearings.map((bearing) => {
        const [longitude = 0, latitude = 0] = coordinates[Math.round((bearing / 360) * corners)] ?? []
        return point({ longitude, latitude }, { ...properties, label })
      }),
    ] satisfies GeoJSON.Feature[]
  })
  return [...rings, point(circle, { zoom: 0, isRange: false, isCenter: true, label: circle.label })]
}

/** The zoom from which a ring is large enough to be drawn. */
function firstZoom({ latitude, rangeInKM }: Pick<Circle, 'latitude' | 'rangeInKM'>): number {
  const worldKm = 2 * Math.PI * earthRadius * Math.cos(latitude * radians)
  return Math.log2((minRadiusPx * worldKm) / (worldSizePx * rangeInKM))
}

const corners = 128
const radians = Math.PI / 180

/** The outline of a circle on the globe as a closed ring of longitudes and latitudes. */
export function circleOutline({
  latitude,
  longitude,
  rangeInKM,
}: Circle): [longitude: number, latitude: number][] {
  const north = latitude * radians
  const angle = rangeInKM / earthRadius
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
