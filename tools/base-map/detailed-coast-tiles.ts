import type { GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { shoreZoom } from '#geography/base-map-zooms.ts'
import { clipPolygon } from './clip-polygon.ts'
import { extent, type TileName, tileBuffer } from './geojson-tiles.ts'
import { isWhole, wholeTile } from './land-mask.ts'
import { fromMercator, toMercator } from './mercator.ts'
import { populatedTiles } from './populated-tiles.ts'
import type { Ring } from './rings.ts'
import { roundCorners } from './round-corners.ts'
import type { Tile } from './tiles.ts'

type Corner = [x: number, y: number]
/** The rings of a polygon, the outer one first. */
type Shape = Ring[]

/** How far from its tip a corner of the shore is rounded at most: much less than a tile shows of its neighbours. */
const cutKm = 0.15
/** What a tile of this zoom shows of its neighbours, as a share of the map's square. */
const margin = tileBuffer / extent / 2 ** shoreZoom

/** The shores where people live, as fine as they are known: tiles of one zoom that hide the coarser ones below them. */
export function* detailedCoastTiles(land: GeoJSON.Polygon[]): Generator<Tile> {
  const shapes = land.map(({ coordinates }) => coordinates)
  yield* within({ z: 0, x: 0, y: 0 }, shapes, settledSquares())
}

/** Goes down into the quarters in which people live, with what is left of the land there. */
function* within(tile: TileName, around: Shape[], settled: Set<string>): Generator<Tile> {
  if (!settled.has(nameOf(tile))) return
  const shapes = around.map((shape) => cut(shape, tile)).filter((shape) => shape.length > 0)
  if (shapes.length === 0) return
  if (tile.z < shoreZoom) {
    for (const quarter of quartersOf(tile)) yield* within(quarter, shapes, settled)
    return
  }
  if (isWhole(shapes.map((shape) => area(shape, tile)))) return
  const features = shapes.map((shape) => area(shape.map(rounded), tile))
  const layers = { water: wholeTile, land: { features } as unknown as GeoJSONVTTile }
  yield { ...tile, content: fromGeojsonVt(layers, { version: 2, extent }) }
}

function cut([outer = [], ...holes]: Shape, { z, x, y }: TileName): Shape {
  const [west, north] = fromMercator({ x: x / 2 ** z - margin, y: y / 2 ** z - margin })
  const [east, south] = fromMercator({ x: (x + 1) / 2 ** z + margin, y: (y + 1) / 2 ** z + margin })
  const box = { west, east, north, south }
  const outline = clipPolygon(outer, box)
  if (outline.length < 3) return []
  return [outline, ...holes.map((hole) => clipPolygon(hole, box)).filter(({ length }) => length > 2)]
}

function rounded(ring: Ring): Ring {
  return roundCorners([...ring, ...ring.slice(0, 1)], cutKm)
}

/** The shape in the tile's own coordinates, its outer ring clockwise and the others against it, as tiles have them. */
function area(shape: Shape, { z, x, y }: TileName) {
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

/** The names of the settled tiles and of all that contain them. */
function settledSquares(): Set<string> {
  const squares = new Set<string>()
  for (const { z, x, y } of populatedTiles(shoreZoom))
    for (let up = 0; up <= z; up += 1) squares.add(nameOf({ z: z - up, x: x >> up, y: y >> up }))
  return squares
}

function quartersOf({ z, x, y }: TileName): TileName[] {
  const places = [0, 1].flatMap((south) => [0, 1].map((east) => ({ east, south })))
  return places.map(({ east, south }) => ({ z: z + 1, x: 2 * x + east, y: 2 * y + south }))
}

function nameOf({ z, x, y }: TileName) {
  return `${z}/${x}/${y}`
}
