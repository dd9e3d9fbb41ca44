import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { lastLandZoom } from '#geography/base-map-zooms.ts'
import { emptyInland, type Inland, markInland } from '#geography/server/is-inland.ts'
import { extent, type FeaturesAt, tileBuffer } from './geojson-tiles.ts'

const perSide = 2 ** lastLandZoom
const [near, far] = [-tileBuffer, extent + tileBuffer]

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
export function createInlandTile(): Uint8Array {
  return fromGeojsonVt({ land: wholeTile }, { version: 2, extent })
}

export function inlandTiles(land: FeaturesAt): Inland {
  const inland = emptyInland()
  for (let y = 0; y < perSide; y += 1)
    for (let x = 0; x < perSide; x += 1)
      if (isWhole(land({ z: lastLandZoom, x, y }))) markInland(inland, x, y)
  return inland
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
