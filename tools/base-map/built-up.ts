import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { GeoJSONVTFeature } from '@maplibre/geojson-vt'
import { parse } from 'csv-parse/sync'
import clipping, { type MultiPolygon, type Polygon } from 'polygon-clipping'
import { decodeLines, decodeShores } from './coast-format.ts'
import { type FeaturesAt, geojsonTiles } from './geojson-tiles.ts'
import { coversTile } from './land-mask.ts'
import { toMercator } from './mercator.ts'
import { type Layers, labelTiles } from './tiles.ts'

const folder = new URL('../../data/geography/natural-earth/', import.meta.url)

/** The layers with urban areas on land, railroads of North America, and airports, up to a zoom. */
export function builtUpLayers(lastZoom: number, land: FeaturesAt): Layers {
  const urban = urbanAreas().map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
  const lines = decodeLines(unpack('railroads.br')).map(({ line }) => line)
  const geometry = { type: 'MultiLineString', coordinates: lines } as const
  const airports = listAirports().map(({ code, rank, position }) => ({
    at: toMercator(position),
    zoom: Math.min(rank + 2, lastZoom),
    properties: { code, rank },
  }))
  return {
    urban: fromZoom(5, clipToLand(geojsonTiles(urban, lastZoom), land)),
    railroad: fromZoom(lastZoom, geojsonTiles([{ type: 'Feature', geometry, properties: {} }], lastZoom)),
    airport: labelTiles(airports, lastZoom),
  }
}

/** The parts of areas that are on the land of their tile. Urban outlines are coarse and reach across bays and rivers. */
export function clipToLand(areas: FeaturesAt, land: FeaturesAt): FeaturesAt {
  return (tile) => {
    const features = areas(tile)
    const shores = features.length > 0 ? land(tile) : []
    if (features.length === 0 || coversTile(shores)) return features
    return features.flatMap((area) => {
      const near = shores.filter((shore) => overlap(area, shore))
      const parts: MultiPolygon =
        near.length > 0 ? clipping.intersection(toPolygon(area), near.map(toPolygon)) : []
      return parts.map((part) => ({ ...area, geometry: part.map(roundRing) }) as unknown as GeoJSONVTFeature)
    })
  }
}

/** Tiles have whole coordinates. */
const roundRing = (ring: Polygon[number]): Polygon[number] =>
  ring.map(([x, y]) => [Math.round(x), Math.round(y)])

const toPolygon = ({ geometry }: GeoJSONVTFeature) => geometry as Polygon

function overlap(one: GeoJSONVTFeature, other: GeoJSONVTFeature): boolean {
  const [a, b] = [extentOf(one), extentOf(other)]
  return a.west <= b.east && b.west <= a.east && a.north <= b.south && b.north <= a.south
}

function extentOf(feature: GeoJSONVTFeature) {
  const [outline = []] = toPolygon(feature)
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) }
}

/** The urban areas of the world; each starts with its outline, which its holes follow. */
function urbanAreas(): GeoJSON.Polygon[] {
  const areas: GeoJSON.Polygon[] = []
  for (const { isWater: isHole, ring } of decodeShores(unpack('urban-areas.br')))
    if (isHole) areas.at(-1)?.coordinates.push(ring)
    else areas.push({ type: 'Polygon', coordinates: [ring] })
  return areas
}

type Airport = { code: string; rank: number; position: GeoJSON.Position }

/** The airports with scheduled flights; a low rank is an important one. */
function listAirports(): Airport[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('airports.csv', folder)), {
    columns: true,
  })
  return rows.map(({ code = '', rank, longitude, latitude }) => ({
    code,
    rank: Number(rank),
    position: [Number(longitude), Number(latitude)],
  }))
}

/** Omits features below a zoom. */
export function fromZoom(zoom: number, featuresAt: FeaturesAt): FeaturesAt {
  return (tile) => (tile.z < zoom ? [] : featuresAt(tile))
}

const unpack = (name: string) => brotliDecompressSync(readFileSync(new URL(name, folder)))
