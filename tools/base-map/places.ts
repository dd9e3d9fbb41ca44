import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { type Point, toMercator } from './mercator.ts'

export type Place = { name: string; country?: string; population: number; at: Point }
/** A place and the first zoom that shows its name. */
export type PlaceLabel = Place & { zoom: number }

const file = new URL('../../data/geography/cities.csv.gz', import.meta.url)
/**
 * The minimum population of a place at each zoom, even where there is space: the world map shows no hamlets.
 */
const minPopulation = [1e9, 1e9, 8e6, 6e5, 2e5, 8e4, 4e4, 1e4, 4e3, 1e3]
/** The zoom from which every place has a label. */
const lastZoom = 11
/** The minimum distance between labels of one zoom, in pixels: labels are wide and low. */
const spacing = { width: 56, height: 28 }

/** Every place of `data/geography`, largest first, with the zoom that first shows its name. */
export function placeLabels(places: Place[] = worldPlaces()): PlaceLabel[] {
  const occupied = new Set<number>()
  return places
    .toSorted((one, other) => other.population - one.population)
    .map((place) => ({ ...place, zoom: reserveFirstZoom(place, occupied) }))
}

/** Every place of `data/geography`. */
export function worldPlaces(): Place[] {
  const rows: string[][] = parse(gunzipSync(readFileSync(file)), { from_line: 2 })
  return rows.map(([, name = '', country = '', , population, lat, lng]) => ({
    name,
    country,
    population: Number(population),
    at: toMercator([Number(lng), Number(lat)]),
  }))
}

/**
 * Returns the zoom from which a place has space for its label at every zoom, and reserves that space. A zoom
 * without space rules out all zooms before it.
 */
function reserveFirstZoom({ population, at }: Place, occupied: Set<number>) {
  const least = minPopulation.findIndex((each) => population >= each)
  const earliest = least < 0 ? minPopulation.length : least
  let zoom = lastZoom
  while (zoom > earliest && !isCrowded(at, zoom - 1, occupied)) zoom -= 1
  for (let later = zoom; later < lastZoom; later += 1) occupied.add(cellKey(at, later))
  return zoom
}

function isCrowded(at: Point, zoom: number, occupied: Set<number>) {
  for (const south of [-1, 0, 1])
    for (const east of [-1, 0, 1]) if (occupied.has(cellKey(at, zoom, east, south))) return true
  return false
}

/** A unique number for the cell of a point at a zoom, optionally offset by cells to the east and south. */
function cellKey({ x, y }: Point, zoom: number, east = 0, south = 0) {
  const worldPx = 512 * 2 ** zoom
  const column = Math.floor((x * worldPx) / spacing.width) + east
  const row = Math.floor((y * worldPx) / spacing.height) + south
  return (zoom * 2 ** 18 + row) * 2 ** 18 + column
}
