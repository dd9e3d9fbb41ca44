import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { buffer, extent, type FeaturesAt, type TileName } from './shape-tiles.ts'
import { lastLandZoom } from './zooms.ts'

/** Tells land from sea among the tiles that have no shore: a bit for each tile of the last zoom. */
export type Inland = Uint8Array

const perSide = 2 ** lastLandZoom
const [near, far] = [-buffer, extent + buffer]

/** The land where it has a shore; what is land all over, or sea, is left out. */
export function shoresOnly(land: FeaturesAt): FeaturesAt {
  return (tile) => {
    const features = land(tile)
    return isWhole(features) ? [] : features
  }
}

/** One area all over a tile. */
export const wholeTile = {
  features: [
    {
      type: 3,
      geometry: [
        [
          [near, near],
          [far, near],
          [far, far],
          [near, far],
          [near, near],
        ],
      ],
      tags: {},
    },
  ],
} as unknown as GeoJSONVTTile

/** The tile that is land all over. */
export function inlandTile(): Uint8Array {
  return fromGeojsonVt({ land: wholeTile }, { version: 2, extent })
}

export function inlandTiles(land: FeaturesAt): Inland {
  const bits = new Uint8Array(perSide ** 2 / 8)
  for (let y = 0; y < perSide; y += 1)
    for (let x = 0; x < perSide; x += 1)
      if (isWhole(land({ z: lastLandZoom, x, y }))) {
        const [byte, bit] = placeOf(x, y)
        bits[byte] = (bits[byte] ?? 0) | bit
      }
  return bits
}

/** Whether a tile without a shore is land: the first tile that it has at the last zoom tells. */
export function isInland(inland: Inland, { z, x, y }: TileName): boolean {
  const [byte, bit] = placeOf(x << (lastLandZoom - z), y << (lastLandZoom - z))
  return ((inland[byte] ?? 0) & bit) > 0
}

/** Whether the areas, together, are all of a tile. */
export function isWhole(features: GeoJSONVTFeature[]) {
  const rings = features.flatMap(({ geometry }) => geometry as [number, number][][])
  return Math.abs(rings.reduce((sum, ring) => sum + signedArea(ring), 0)) === (far - near) ** 2
}

function signedArea(ring: [number, number][]) {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return twice / 2
}

function placeOf(x: number, y: number): [byte: number, bit: number] {
  const at = y * perSide + x
  return [at >> 3, 1 << (at & 7)]
}
