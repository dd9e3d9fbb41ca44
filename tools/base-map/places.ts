import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { type Point, toMercator } from './mercator.ts'

export type Place = { name: string; country?: string; population: number; at: Point }
/** A place and the first zoom at which the map has room for its name. */
export type PlaceLabel = Place & { zoom: number }

const file = new URL('../../data/geography/cities.csv.gz', import.meta.url)
/** The smallest population that is named at each zoom, though there be room: no hamlets on a map of the world. */
const leastPopulation = [1e9, 1e9, 8e6, 6e5, 2e5, 8e4, 4e4, 1e4, 4e3, 1e3]
/** The zoom at which every place is named that the map has room for. */
const lastZoom = 11
/** Names of one zoom lie further apart than this, in pixels: they are wide and low. */
const room = { width: 56, height: 28 }

/** Every place of `data/geography`, the largest first, each with the zoom from which it is named. */
export function placeLabels(places: Place[] = worldPlaces()): PlaceLabel[] {
  const taken = new Set<number>()
  return places
    .toSorted((one, other) => other.population - one.population)
    .map((place) => ({ ...place, zoom: firstZoomOf(place, taken) }))
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

/** Finds the first zoom with room there and at every later zoom, where smaller names may stand, and takes it. */
function firstZoomOf({ population, at }: Place, taken: Set<number>) {
  const least = leastPopulation.findIndex((each) => population >= each)
  const earliest = least < 0 ? leastPopulation.length : least
  let zoom = lastZoom
  while (zoom > earliest && !isCrowded(at, zoom - 1, taken)) zoom -= 1
  for (let later = zoom; later < lastZoom; later += 1) taken.add(cellOf(at, later))
  return zoom
}

function isCrowded(at: Point, zoom: number, taken: Set<number>) {
  for (const south of [-1, 0, 1])
    for (const east of [-1, 0, 1]) if (taken.has(cellOf(at, zoom, east, south))) return true
  return false
}

/** A number of its own for each cell of each zoom: the place's, or the one so many cells east and south of it. */
function cellOf({ x, y }: Point, zoom: number, east = 0, south = 0) {
  const worldPx = 512 * 2 ** zoom
  const column = Math.floor((x * worldPx) / room.width) + east
  const row = Math.floor((y * worldPx) / room.height) + south
  return (zoom * 2 ** 18 + row) * 2 ** 18 + column
}
