import { DARK, type Flavor, LIGHT, layers } from '@protomaps/basemaps'
import type {
  addProtocol,
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { PMTiles, Protocol } from 'pmtiles'
import { type MapColors, mapColors } from './base-map-colors.ts'
import { boldFonts, fonts } from './base-map-labels.ts'

/** An archive with street tiles: its address, and the area and zooms that it covers. */
export type Streets = {
  url: string
  bounds: [west: number, south: number, east: number, north: number]
  minZoom: number
  maxZoom: number
}

const protocol = new Protocol()

/** Opens the archive at an absolute address, and has MapLibre read tiles from it. Rejects if it cannot be read. */
export async function openStreets(url: string, register: typeof addProtocol): Promise<Streets> {
  const archive = new PMTiles(url)
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = await archive.getHeader()
  protocol.add(archive)
  register('pmtiles', protocol.tile)
  return { url, bounds: [minLon, minLat, maxLon, maxLat], minZoom, maxZoom }
}

/** Streets show from this zoom; farther out, the base map has everything. */
const firstZoom = 7
/** Layers of the base map whose labels streets replace in the area of the archive. */
const replacedLabels: ReadonlySet<string> = new Set(['place-name', 'county-name', 'postal-code'])
/** Layers that need pictures, repeat the base map or compete with the markers. */
const omitted: ReadonlySet<string> = new Set([
  'background',
  'pois',
  'roads_oneway',
  'places_region',
  'places_country',
])

/**
 * Adds streets to the style of the base map: above its land and below its labels, which remain outside the area
 * of the archive. Land and water have the same colors in both.
 */
export function addStreets(base: StyleSpecification, streets: Streets, dark: boolean): StyleSpecification {
  const { url, bounds, minZoom, maxZoom } = streets
  const colors = mapColors(dark)
  const all = (layers('streets', createFlavor(colors, dark), { lang: 'en' }) as LayerSpecification[])
    .filter(({ id }) => !omitted.has(id))
    .map((layer) => ({
      ...layer,
      id: `streets-${layer.id}`,
      minzoom: Math.max(firstZoom, layer.minzoom ?? 0),
    }))
  const isLabel = (layer: LayerSpecification) => layer.type === 'symbol'
  return {
    ...base,
    sources: {
      ...base.sources,
      streets: {
        type: 'vector',
        tiles: [`pmtiles://${url}/{z}/{x}/{y}`],
        bounds,
        minzoom: minZoom,
        maxzoom: maxZoom,
        attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
      },
    },
    layers: [
      ...base.layers.filter((layer) => !isLabel(layer)),
      ...all.filter((layer) => !isLabel(layer)),
      ...all.filter((layer) => layer.type === 'symbol').map((layer) => adaptLabel(layer, streets, dark)),
      ...base.layers
        .filter((layer) => layer.type === 'symbol')
        .map((layer) => (replacedLabels.has(layer.id) ? limitToOutside(layer, streets) : layer)),
    ],
  }
}

const shieldImages = { light: 'road-shield', dark: 'road-shield-dark' }

/** The English name if there is one, as on the base map. */
const localName: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']]

/** Uses the reader's fonts, and pictures that the map draws itself, instead of files from a server. */
function adaptLabel(
  layer: SymbolLayerSpecification,
  streets: Streets,
  dark: boolean,
): SymbolLayerSpecification {
  const { 'icon-image': _picture, ...layout } = layer.layout ?? {}
  const named = { ...layer, layout: { ...layout, 'text-field': localName, 'text-font': fonts } }
  switch (layer.id) {
    case 'streets-address_label':
      return { ...layer, layout: { ...layout, 'text-font': fonts } }
    case 'streets-places_locality':
      return {
        ...named,
        filter: ['all', ['==', ['get', 'kind'], 'locality'], isInside(streets)],
        layout: { ...named.layout, 'text-font': boldFonts },
      }
    case 'streets-roads_shields':
      return {
        ...layer,
        minzoom: 9,
        layout: {
          ...layout,
          'icon-image': shieldImages[dark ? 'dark' : 'light'],
          'icon-text-fit': 'both',
          'icon-size': 1,
          'text-font': boldFonts,
          'text-size': 10.5,
          'symbol-spacing': 400,
        },
        paint: { 'text-color': mapColors(dark).placeName },
      }
    default:
      return named
  }
}

const isInside = ({ bounds: [west, south, east, north] }: Streets): ExpressionSpecification => [
  'within',
  {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
]

function limitToOutside(layer: SymbolLayerSpecification, streets: Streets): SymbolLayerSpecification {
  const outside: ExpressionSpecification = ['any', ['<', ['zoom'], firstZoom], ['!', isInside(streets)]]
  const filter = (layer.filter ?? true) as ExpressionSpecification | boolean
  return { ...layer, filter: ['all', filter, outside] }
}

/** Draws the sign behind road numbers when a map first needs it; it stretches to the number. */
export function drawMissingImage(map: MapLibre, id: string) {
  const [scale, size, corner] = [2, 40, 10]
  const drawing = new OffscreenCanvas(size, size).getContext('2d')
  if (!drawing || !Object.values(shieldImages).includes(id)) return
  const { land, placeName } = mapColors(id === shieldImages.dark)
  drawing.fillStyle = land
  drawing.strokeStyle = placeName
  drawing.lineWidth = scale
  drawing.roundRect(scale, scale, size - 2 * scale, size - 2 * scale, corner)
  drawing.fill()
  drawing.globalAlpha = 0.45
  drawing.stroke()
  const middle: [number, number] = [corner + scale, size - corner - scale]
  map.addImage(id, drawing.getImageData(0, 0, size, size), {
    pixelRatio: scale,
    stretchX: [middle],
    stretchY: [middle],
    content: [8, 5, size - 8, size - 5],
  })
}

/** The colors of Protomaps where they are decoration, and those of the base map for land, water and text. */
function createFlavor(colors: MapColors, dark: boolean): Flavor {
  const roads = dark ? darkRoads : lightRoads
  const { land, water, coast, placeName, areaName, countyName } = colors
  const both = <Names extends string>(names: readonly Names[], color: string) =>
    Object.fromEntries(names.map((name) => [name, color])) as Record<Names, string>
  return {
    ...(dark ? DARK : LIGHT),
    earth: land,
    background: water,
    water,
    buildings: roads.building,
    railway: roads.rail,
    boundaries: colors.state,
    ...both(['park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b'], roads.green),
    ...both(
      ['beach', 'sand', 'pedestrian', 'school', 'industrial', 'zoo', 'military', 'glacier'],
      roads.area,
    ),
    ...both(['aerodrome', 'hospital'], roads.notable),
    ...both(['runway', 'pier', 'other', 'minor_service'], roads.path),
    ...both(['minor_a', 'minor_b', 'link', 'tunnel_minor', 'tunnel_link', 'tunnel_other'], roads.minor),
    ...both(['bridges_minor', 'bridges_link', 'bridges_other'], roads.minor),
    ...both(['major', 'bridges_major', 'tunnel_major'], roads.major),
    ...both(['highway', 'bridges_highway', 'tunnel_highway'], roads.highway),
    ...both(['minor_service_casing', 'minor_casing', 'link_casing', 'major_casing_late'], roads.casing),
    ...both(['highway_casing_late', 'major_casing_early', 'highway_casing_early'], roads.casing),
    ...both(['bridges_other_casing', 'bridges_minor_casing', 'bridges_link_casing'], roads.casing),
    ...both(['bridges_major_casing', 'bridges_highway_casing', 'tunnel_other_casing'], roads.casing),
    ...both(['tunnel_minor_casing', 'tunnel_link_casing', 'tunnel_major_casing'], roads.casing),
    ...both(['tunnel_highway_casing'], roads.casing),
    ...both(['roads_label_minor', 'subplace_label', 'address_label', 'state_label'], countyName),
    ...both(['roads_label_major', 'country_label'], areaName),
    ...both(['roads_label_minor_halo', 'roads_label_major_halo', 'subplace_label_halo'], land),
    ...both(['city_label_halo', 'state_label_halo', 'address_label_halo'], land),
    city_label: placeName,
    ocean_label: dark ? coast : '#3f6480',
  }
}

const lightRoads = {
  building: '#e3ded3',
  rail: '#b9b3a8',
  green: '#d5e8d0',
  area: '#efece3',
  notable: '#eadfdf',
  path: '#ffffff',
  minor: '#ffffff',
  major: '#fdeec8',
  highway: '#f9d99a',
  casing: '#ddd6c8',
}

const darkRoads = {
  building: '#2c3640',
  rail: '#52606d',
  green: '#1f3a30',
  area: '#28323b',
  notable: '#3a3038',
  path: '#33404c',
  minor: '#3a4854',
  major: '#52503f',
  highway: '#7a6437',
  casing: '#1b242d',
}
