import type {
  ExpressionSpecification,
  FillLayerSpecification,
  LineLayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl'
import { type MapColors, mapColors } from './base-map-colors.ts'
import { labelLayers } from './base-map-labels.ts'

/** The zooms that have their own tiles; closer zooms enlarge the last ones. */
const zooms = {
  land: { maxzoom: 7 },
  shore: { minzoom: 9, maxzoom: 9 },
  names: { maxzoom: 6 },
  built: { minzoom: 4, maxzoom: 6 },
  postal: { minzoom: 7, maxzoom: 7 },
}
const shoreline = '<a href="https://www.soest.hawaii.edu/pwessel/gshhg/">GSHHG</a>'
const credits = {
  land: [shoreline],
  shore: [shoreline],
  names: [
    '<a href="https://www.geonames.org/">GeoNames</a>',
    '<a href="https://www.naturalearthdata.com/">Natural Earth</a>',
    '<a href="https://www.census.gov/geographies/mapping-files.html">U.S. Census Bureau</a>',
  ],
  built: ['<a href="https://www.naturalearthdata.com/">Natural Earth</a>'],
  postal: ['<a href="https://www.geonames.org/">GeoNames</a>'],
}

/**
 * The MapLibre style of the base map: land, water, borders and names in quiet colors. `tiles` is the absolute
 * URL template with `{set}/{z}/{x}/{y}`. Without `glyphs`, MapLibre uses the reader's system fonts.
 */
export function baseMapStyle({ dark, tiles }: { dark: boolean; tiles: string }): StyleSpecification {
  const colors = mapColors(dark)
  return {
    version: 8,
    name: 'Base map',
    sources: {
      land: tileSet('land', tiles),
      shore: tileSet('shore', tiles),
      names: tileSet('names', tiles),
      built: tileSet('built', tiles),
      postal: tileSet('postal', tiles),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      area('land', 'land', colors.land),
      coast('land', colors),
      area('shore', 'water', colors.water),
      area('shore', 'land', colors.land),
      ...builtUpLayers(colors),
      ...riverLayers(colors),
      coast('shore', colors),
      ...borderLayers(colors),
      ...labelLayers(colors),
    ],
  }
}

function tileSet(set: keyof typeof zooms, tiles: string): VectorSourceSpecification {
  return {
    type: 'vector',
    tiles: [tiles.replace('{set}', set)],
    ...zooms[set],
    attribution: credits[set].join(' · '),
  }
}

/** A layer of land, or of the water that hides coarser shores at close zooms. */
function area(source: 'land' | 'shore', layer: 'land' | 'water', color: string): FillLayerSpecification {
  const paint = { 'fill-color': color, ...(layer === 'water' ? { 'fill-antialias': false } : {}) }
  return { id: `${source}-${layer}`, type: 'fill', source, 'source-layer': layer, paint }
}

function coast(source: 'land' | 'shore', colors: MapColors): LineLayerSpecification {
  return {
    id: `${source}-coast`,
    type: 'line',
    source,
    'source-layer': 'land',
    paint: { 'line-color': colors.coast, 'line-width': widening(0.4, 1.2) },
  }
}

/**
 * Urban areas and railroads. Urban areas are cut at the coarser shores of the land tiles, so they fade before the detailed
 * ones show.
 */
function builtUpLayers(colors: MapColors): StyleSpecification['layers'] {
  return [
    {
      id: 'urban',
      type: 'fill',
      source: 'built',
      'source-layer': 'urban',
      maxzoom: 9.5,
      paint: {
        'fill-color': colors.urban,
        'fill-antialias': false,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 5, 0.6, 7.5, 0.9, 9.5, 0],
      },
    },
    {
      id: 'railroad',
      type: 'line',
      source: 'built',
      'source-layer': 'railroad',
      minzoom: 7,
      paint: { 'line-color': colors.railroad, 'line-width': widening(0.6, 1.2), 'line-dasharray': [6, 2] },
    },
  ]
}

/** Major rivers from zoom 4 and minor rivers from zoom 6, in typical widths. */
function riverLayers(colors: MapColors): LineLayerSpecification[] {
  return [
    { rank: 1, minzoom: 6, width: 0.7 },
    { rank: 0, minzoom: 4, width: 1 },
  ].map(({ rank, minzoom, width }) => ({
    id: `river-${rank}`,
    type: 'line',
    source: 'names',
    'source-layer': 'river',
    minzoom,
    filter: ['==', ['get', 'rank'], rank],
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: {
      'line-color': colors.water,
      'line-width': [
        'interpolate',
        ['exponential', 1.6],
        ['zoom'],
        4,
        0.7 * width,
        9,
        1.8 * width,
        14,
        14 * width,
      ],
    },
  }))
}

function borderLayers(colors: MapColors): LineLayerSpecification[] {
  return [
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

/** A line width that grows from `far` pixels at world zoom to `near` pixels at city zoom. */
function widening(far: number, near: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 2, far, 10, near]
}
