import type {
  ExpressionSpecification,
  LineLayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import { colorsOf, type MapColors } from './base-map-colors.ts'
import { labelLayers } from './base-map-labels.ts'

/** The last zooms that have tiles of their own; closer ones show these enlarged. */
const lastZooms = { land: 7, names: 6 }
const credits = {
  land: ['<a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a>'],
  names: [
    '<a href="https://www.geonames.org/">GeoNames</a>',
    '<a href="https://www.naturalearthdata.com/">Natural Earth</a>',
    '<a href="https://www.census.gov/geographies/mapping-files.html">U.S. Census Bureau</a>',
  ],
}

/**
 * The base map as MapLibre draws it: land, water, borders and names, in quiet colours. `tiles` is the address of
 * a tile with its origin and `{set}/{z}/{x}/{y}`. Without `glyphs` MapLibre writes with the fonts of the reader's system.
 */
export function baseMapStyle({ dark, tiles }: { dark: boolean; tiles: string }): StyleSpecification {
  const colors = colorsOf(dark)
  return {
    version: 8,
    name: 'Base map',
    sources: { land: tileSet('land', tiles), names: tileSet('names', tiles) },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'land',
        'source-layer': 'land',
        paint: { 'fill-color': colors.land },
      },
      ...lineLayers(colors),
      ...labelLayers(colors),
    ],
  }
}

function tileSet(set: keyof typeof lastZooms, tiles: string): VectorSourceSpecification {
  return {
    type: 'vector',
    tiles: [tiles.replace('{set}', set)],
    maxzoom: lastZooms[set],
    attribution: credits[set].join(' · '),
  }
}

function lineLayers(colors: MapColors): LineLayerSpecification[] {
  return [
    {
      id: 'coast',
      type: 'line',
      source: 'land',
      'source-layer': 'land',
      paint: { 'line-color': colors.coast, 'line-width': widening(0.4, 1.2) },
    },
    { ...border('county', { 'line-color': colors.county, 'line-width': widening(0.3, 1) }), minzoom: 6 },
    { ...border('state', { 'line-color': colors.state, 'line-width': widening(0.5, 1.4) }), minzoom: 3 },
    border('country', { 'line-color': colors.country, 'line-width': widening(0.6, 2) }),
    border('disputed', {
      'line-color': colors.country,
      'line-width': widening(0.6, 2),
      'line-dasharray': [3, 3],
    }),
  ]
}

function border(kind: string, paint: LineLayerSpecification['paint']): LineLayerSpecification {
  return {
    id: `${kind}-border`,
    type: 'line',
    source: 'names',
    'source-layer': 'border',
    filter: ['==', ['get', 'kind'], kind],
    layout: { 'line-join': 'round' },
    ...(paint ? { paint } : {}),
  }
}

/** A line's width in pixels: of the world, and of a city. */
function widening(far: number, near: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 2, far, 10, near]
}
