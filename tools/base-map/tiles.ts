import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { extent, type FeaturesAt, type TileName } from './geojson-tiles.ts'
import type { Point } from './mercator.ts'

/** A label at a point, shown from a zoom. */
export type Label = { at: Point; zoom: number; properties: Record<string, string | number> }
export type Layers = Record<string, FeaturesAt>
export type Tile = TileName & { content: Uint8Array }

/** Encodes layers as vector tiles of all zooms; omits empty tiles. */
export function* encodeTiles(layers: Layers, lastZoom: number): Generator<Tile> {
  for (const tile of allTiles(lastZoom)) {
    const nonEmpty = Object.entries(layers)
      .map(([name, featuresAt]) => [name, { features: featuresAt(tile) } as GeoJSONVTTile] as const)
      .filter(([, { features }]) => features.length > 0)
    if (nonEmpty.length === 0) continue
    yield { ...tile, content: fromGeojsonVt(Object.fromEntries(nonEmpty), { version: 2, extent }) }
  }
}

/**
 * Assigns labels to tiles: at the last zoom all of them, at the others only those shown from that zoom or
 * earlier.
 */
export function labelTiles(labels: Label[], lastZoom: number): FeaturesAt {
  const tiles = new Map<string, GeoJSONVTFeature[]>()
  for (let z = 0; z <= lastZoom; z += 1)
    for (const { at, properties, zoom } of labels) {
      if (zoom > z && z < lastZoom) continue
      const [x, y] = [at.x * 2 ** z, at.y * 2 ** z]
      const tile = `${z}/${Math.floor(x)}/${Math.floor(y)}`
      const geometry: [number, number][] = [[Math.floor((x % 1) * extent), Math.floor((y % 1) * extent)]]
      const tileFeatures = tiles.get(tile) ?? []
      tileFeatures.push({ type: 1, geometry, tags: properties })
      tiles.set(tile, tileFeatures)
    }
  return ({ z, x, y }) => tiles.get(`${z}/${x}/${y}`) ?? []
}

/** Every tile up to the last zoom. */
function* allTiles(lastZoom: number): Generator<TileName> {
  for (let z = 0; z <= lastZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1) for (let y = 0; y < 2 ** z; y += 1) yield { z, x, y }
}
