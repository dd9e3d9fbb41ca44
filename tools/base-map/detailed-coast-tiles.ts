import type { GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { shoreZoom } from '#geography/rules.ts'
import { clipPolygon } from './clip-polygon.ts'
import { extent, type TileName, tileBuffer } from './geojson-tiles.ts'
import { coversTile, fullTile } from './land-mask.ts'
import { fromMercator, toMercator } from './mercator.ts'
import { populatedTiles } from './populated-tiles.ts'
import type { Ring } from './rings.ts'
import { roundCorners } from './round-corners.ts'
import type { Tile } from './tiles.ts'

type Corner = [x: number, y: number]
/** The rings of a polygon, the outer one first. */
type Shape = Ring[]

/** The maximum distance from its tip at which a corner is cut: much less than the tile buffer. */
const cutKm = 0.15
/** The tile buffer at this zoom, as a fraction of the world square. */
const margin = tileBuffer / extent / 2 ** shoreZoom

/** Tiles with the coast of populated areas in full detail: they cover the coarser land tiles below them. */
export function* detailedCoastTiles(land: GeoJSON.Polygon[]): Generator<Tile> {
  const shapes = land.map(({ coordinates }) => coordinates)
  yield* coastTilesIn({ z: 0, x: 0, y: 0 }, shapes, populatedTileKeys())
}

/** Recurses into the populated quarters of a tile with the land clipped to each. */
function* coastTilesIn(tile: TileName, parentShapes: Shape[], populated: Set<string>): Generator<Tile> {
  if (!populated.has(tileKey(tile))) return
  const shapes = parentShapes.map((shape) => clipToTile(shape, tile)).filter((shape) => shape.length > 0)
  if (shapes.length === 0) return
  if (tile.z < shoreZoom) {
    for (const child of childTiles(tile)) yield* coastTilesIn(child, shapes, populated)
    return
  }
  if (coversTile(shapes.map((shape) => toTileArea(shape, tile)))) return
  const features = shapes.map((shape) => toTileArea(shape.map(roundRing), tile))
  const layers = { water: fullTile, land: { features } as unknown as GeoJSONVTTile }
  yield { ...tile, content: fromGeojsonVt(layers, { version: 2, extent }) }
}

function clipToTile([outer = [], ...holes]: Shape, { z, x, y }: TileName): Shape {
  const [west, north] = fromMercator({ x: x / 2 ** z - margin, y: y / 2 ** z - margin })
  const [east, south] = fromMercator({ x: (x + 1) / 2 ** z + margin, y: (y + 1) / 2 ** z + margin })
  const box = { west, east, north, south }
  const outline = clipPolygon(outer, box)
  if (outline.length < 3) return []
  return [outline, ...holes.map((hole) => clipPolygon(hole, box)).filter(({ length }) => length > 2)]
}

function roundRing(ring: Ring): Ring {
  return roundCorners([...ring, ...ring.slice(0, 1)], cutKm)
}

/** Converts a shape to tile coordinates: the outer ring clockwise, holes counterclockwise (Mapbox Vector Tile). */
function toTileArea(shape: Shape, { z, x, y }: TileName) {
  const geometry = shape.map((ring, index) => {
    const corners = ring.map((position): Corner => {
      const square = toMercator(position)
      return [Math.round((square.x * 2 ** z - x) * extent), Math.round((square.y * 2 ** z - y) * extent)]
    })
    const distinct = corners.filter(
      ([cornerX, cornerY], at) => cornerX !== corners.at(at - 1)?.[0] || cornerY !== corners.at(at - 1)?.[1],
    )
    const wound = isClockwise(distinct) === (index === 0) ? distinct : distinct.toReversed()
    return [...wound, ...wound.slice(0, 1)]
  })
  return { type: 3 as const, geometry, tags: {} }
}

function isClockwise(ring: Corner[]) {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return twice > 0
}

/** The keys of the populated tiles and of all their ancestors. */
function populatedTileKeys(): Set<string> {
  const keys = new Set<string>()
  for (const { z, x, y } of populatedTiles(shoreZoom))
    for (let up = 0; up <= z; up += 1) keys.add(tileKey({ z: z - up, x: x >> up, y: y >> up }))
  return keys
}

function childTiles({ z, x, y }: TileName): TileName[] {
  const places = [0, 1].flatMap((south) => [0, 1].map((east) => ({ east, south })))
  return places.map(({ east, south }) => ({ z: z + 1, x: 2 * x + east, y: 2 * y + south }))
}

function tileKey({ z, x, y }: TileName) {
  return `${z}/${x}/${y}`
}
