import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { decodeLines, decodeShores } from './coast-format.ts'
import { type FeaturesAt, geojsonTiles } from './geojson-tiles.ts'
import { toMercator } from './mercator.ts'
import { type Layers, labelTiles } from './tiles.ts'

const folder = new URL('../../data/geography/natural-earth/', import.meta.url)

/** The layers with urban areas, railroads of North America, and airports, up to a zoom. */
export function builtUpLayers(lastZoom: number): Layers {
  const urban = urbanAreas().map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
  const lines = decodeLines(unpack('railroads.br')).map(({ line }) => line)
  const geometry = { type: 'MultiLineString', coordinates: lines } as const
  const airports = listAirports().map(({ code, rank, position }) => ({
    at: toMercator(position),
    zoom: Math.min(rank + 2, lastZoom),
    properties: { code, rank },
  }))
  return {
    urban: fromZoom(5, geojsonTiles(urban, lastZoom)),
    railroad: fromZoom(lastZoom, geojsonTiles([{ type: 'Feature', geometry, properties: {} }], lastZoom)),
    airport: labelTiles(airports, lastZoom),
  }
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
