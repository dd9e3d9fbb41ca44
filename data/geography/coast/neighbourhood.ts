import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

const cities = new URL('../cities.csv.gz', import.meta.url)
const kmPerDegree = 111.32
const cellsPerDegree = 10
const turn = 360 * cellsPerDegree

/** Tells of a position whether people live near it: within 10 km of a place of `cities.csv.gz`, 20 km of a city. */
export function neighbourhoods(): (position: GeoJSON.Position) => boolean {
  const rows: string[][] = parse(gunzipSync(readFileSync(cities)), { from_line: 2 })
  const cells = new Set<number>()
  for (const [, , , , population, lat, lng] of rows)
    for (const cell of cellsAround(Number(lng), Number(lat), Number(population) > 100_000 ? 20 : 10))
      cells.add(cell)
  return ([lng = 0, lat = 0]) =>
    cells.has(cellAt(Math.floor(lng * cellsPerDegree), Math.floor(lat * cellsPerDegree)))
}

function* cellsAround(lng: number, lat: number, km: number) {
  const north = km / kmPerDegree
  const east = north / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
  const [west, south] = [
    Math.floor((lng - east) * cellsPerDegree),
    Math.floor((lat - north) * cellsPerDegree),
  ]
  for (let column = west; column <= (lng + east) * cellsPerDegree; column += 1)
    for (let row = south; row <= (lat + north) * cellsPerDegree; row += 1) yield cellAt(column, row)
}

function cellAt(column: number, row: number) {
  return row * turn + ((column + 2 * turn) % turn)
}
