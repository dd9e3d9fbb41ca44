import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import type { MapColors } from './base-map-colors.ts'

/** The portal's fonts. MapLibre takes the weight for the whole list from the first name. */
export const fonts = ['system-ui', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial']
export const boldFonts = ['Semibold', ...fonts]

/**
 * The label layers, from least to most important: MapLibre places the last layer first and prevents overlaps.
 */
export function labelLayers(colors: MapColors): SymbolLayerSpecification[] {
  return [
    postalCodes(colors),
    airports(colors),
    areaNames('county', colors, { minzoom: 8.5, size: scaleWithZoom(8.5, 9.5, 12, 12), spacing: 0.08 }),
    {
      ...areaNames(
        'state',
        colors,
        { minzoom: 3.4, size: scaleWithZoom(3, 9, 5, 11), spacing: 0.06 },
        'short',
      ),
      maxzoom: 5,
    },
    placeNames(colors),
    {
      ...areaNames('state', colors, { minzoom: 5, size: scaleWithZoom(5, 10.5, 8, 15), spacing: 0.12 }),
      maxzoom: 9,
    },
    {
      ...areaNames('country', colors, { minzoom: 1, size: scaleWithZoom(1, 10, 6, 17), spacing: 0.1 }),
      maxzoom: 7.5,
    },
  ]
}

function postalCodes(colors: MapColors): SymbolLayerSpecification {
  return {
    id: 'postal-code',
    type: 'symbol',
    source: 'postal',
    'source-layer': 'postal',
    minzoom: 11,
    layout: {
      'text-field': ['get', 'code'],
      'text-font': fonts,
      'text-size': scaleWithZoom(11, 10, 14, 12),
      'text-padding': 8,
    },
    paint: haloPaint(colors.countyName, colors),
  }
}

/** The codes of airports behind an airplane, the important ones first. */
function airports(colors: MapColors): SymbolLayerSpecification {
  return {
    id: 'airport',
    type: 'symbol',
    source: 'built',
    'source-layer': 'airport',
    minzoom: 7,
    layout: {
      'text-field': ['concat', '✈ ', ['get', 'code']],
      'text-font': fonts,
      'text-size': scaleWithZoom(7, 10, 12, 12),
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: haloPaint(colors.areaName, colors),
  }
}

function placeNames(colors: MapColors): SymbolLayerSpecification {
  const far: ExpressionSpecification = ['interpolate', ['linear'], ['get', 'size'], 32, 10.5, 46, 14]
  const near: ExpressionSpecification = [
    'interpolate',
    ['linear'],
    ['get', 'size'],
    20,
    11.5,
    27,
    12.5,
    33,
    14.5,
    40,
    18,
    46,
    22,
  ]
  return {
    id: 'place-name',
    type: 'symbol',
    source: 'names',
    'source-layer': 'place',
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, far, 10, near],
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['-', 0, ['get', 'size']],
    },
    paint: haloPaint(colors.placeName, colors),
  }
}

function areaNames(
  kind: 'country' | 'state' | 'county',
  colors: MapColors,
  { minzoom, size, spacing }: { minzoom: number; size: ExpressionSpecification; spacing: number },
  field: 'name' | 'short' = 'name',
): SymbolLayerSpecification {
  return {
    id: `${kind}-${field}`,
    type: 'symbol',
    source: 'names',
    'source-layer': 'area',
    minzoom,
    filter: ['==', ['get', 'kind'], kind],
    layout: {
      'text-field': ['get', field],
      'text-font': kind === 'county' ? fonts : boldFonts,
      'text-size': size,
      'text-letter-spacing': spacing,
      'text-transform': 'uppercase',
      'text-max-width': 7,
      'text-padding': 4,
      'symbol-sort-key': ['-', 0, ['get', 'size']],
    },
    paint: haloPaint(kind === 'county' ? colors.countyName : colors.areaName, colors),
  }
}

function haloPaint(color: string, { land }: MapColors): SymbolLayerSpecification['paint'] {
  return { 'text-color': color, 'text-halo-color': land, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 }
}

function scaleWithZoom(from: number, small: number, to: number, large: number): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], from, small, to, large]
}
