import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Point } from './mercator.ts'

type Properties = Record<string, string | number>
/** What is written at a point, from a zoom on. */
export type Label = { at: Point; zoom: number; properties: Properties }
export type Layers = {
  shapes: Record<string, GeoJSON.Feature<GeoJSON.Geometry, Properties>[]>
  labels: Record<string, Label[]>
}
export type Tile = { z: number; x: number; y: number; content: Uint8Array }
type Layer = { name: string; featuresAt: (z: number, x: number, y: number) => GeoJSONVTFeature[] }

/** The last zoom that has tiles of its own; closer ones show its tiles enlarged. */
export const lastZoom = 6
const extent = 8192

/** The layers cut into vector tiles of all zooms; tiles with nothing in them are left out. */
export function* tilesOf({ shapes, labels }: Layers): Generator<Tile> {
  const layers = [
    ...Object.entries(shapes).map(([name, features]) => shapeLayer(name, features)),
    ...Object.entries(labels).map(([name, points]) => labelLayer(name, points)),
  ]
  for (const [z, x, y] of everyTile()) {
    const filled = layers
      .map(({ name, featuresAt }) => [name, { features: featuresAt(z, x, y) } as GeoJSONVTTile] as const)
      .filter(([, { features }]) => features.length > 0)
    if (filled.length === 0) continue
    yield { z, x, y, content: fromGeojsonVt(Object.fromEntries(filled), { version: 2, extent }) }
  }
}

function shapeLayer(name: string, features: GeoJSON.Feature<GeoJSON.Geometry, Properties>[]): Layer {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: lastZoom, indexMaxZoom: lastZoom, indexMaxPoints: 0, extent, buffer: 128, tolerance: 8 },
  )
  return { name, featuresAt: (z, x, y) => index.getTile(z, x, y)?.features ?? [] }
}

function labelLayer(name: string, labels: Label[]): Layer {
  const tiles = new Map<string, GeoJSONVTFeature[]>()
  for (let z = 0; z <= lastZoom; z += 1)
    for (const { at, properties, zoom } of labels) {
      if (zoom > z && z < lastZoom) continue
      const [x, y] = [at.x * 2 ** z, at.y * 2 ** z]
      const tile = `${z}/${Math.floor(x)}/${Math.floor(y)}`
      const geometry: [number, number][] = [[Math.floor((x % 1) * extent), Math.floor((y % 1) * extent)]]
      const held = tiles.get(tile) ?? []
      held.push({ type: 1, geometry, tags: properties })
      tiles.set(tile, held)
    }
  return { name, featuresAt: (z, x, y) => tiles.get(`${z}/${x}/${y}`) ?? [] }
}

function* everyTile() {
  for (let z = 0; z <= lastZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1) for (let y = 0; y < 2 ** z; y += 1) yield [z, x, y] as const
}
