import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { postalZoom } from '#geography/rules.ts'
import { toMercator } from './mercator.ts'
import { encodeTiles, labelTiles, type Tile } from './tiles.ts'

const file = new URL('../../data/geography/postal-codes.csv.gz', import.meta.url)

/** Tiles with labels of US ZIP codes; where several share a position, the first one. */
export function* postalTiles(): Generator<Tile> {
  const rows: string[][] = parse(gunzipSync(readFileSync(file)), { from_line: 2 })
  const first = new Map(rows.toReversed().map((row) => [row.slice(-2).join(' '), row]))
  const labels = [...first.values()].map(([code = '', , , , , lat, lng]) => ({
    at: toMercator([Number(lng), Number(lat)]),
    zoom: postalZoom,
    properties: { code },
  }))
  for (const tile of encodeTiles({ postal: labelTiles(labels, postalZoom) }, postalZoom))
    if (tile.z === postalZoom) yield tile
}
