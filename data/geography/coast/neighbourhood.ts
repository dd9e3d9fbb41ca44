import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

const cities = new URL('../cities.csv.gz', import.meta.url)
const kmPerDegree = 111.32
const cellsPerDegree = 10
const turn = 360 * cellsPerDegree

/** How near people live: in a city or a town of the United States, within 10 km of some place, or far away. */
export type Neighbourhood = 'city' | 'village' | 'wilderness'
const degrees: Neighbourhood[] = ['wilderness', 'village', 'city']

/** Tells of a position how near people live, by the places of `cities.csv.gz`. */
export function neighbourhoods(): (position: GeoJSON.Position) => Neighbourhood {
  const rows: string[][] = parse(gunzipSync(readFileSync(cities)), { from_line: 2 })
  const cells = new Map<number, number>()
  const settle = (position: GeoJSON.Position, km: number, degree: number) => {
    for (const cell of cellsAround(position, km)) cells.set(cell, Math.max(degree, cells.get(cell) ?? 0))
  }
  for (const [, , country, , population, lat, lng] of rows) {
    const [position, people] = [[Number(lng), Number(lat)], Number(population)]
    settle(position, people > 100_000 ? 20 : 10, 1)
    if (people > (country === 'US' ? 20_000 : 100_000)) settle(position, people > 1_000_000 ? 25 : 12, 2)
  }
  return ([lng = 0, lat = 0]) =>
    degrees[cells.get(cellAt(Math.floor(lng * cellsPerDegree), Math.floor(lat * cellsPerDegree))) ?? 0] ??
    'wilderness'
}

function* cellsAround([lng = 0, lat = 0]: GeoJSON.Position, km: number) {
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
