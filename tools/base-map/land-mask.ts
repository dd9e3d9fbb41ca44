import type { GeoJSONVTFeature, GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { lastLandZoom } from '#geography/rules.ts'
import { emptyInland, type Inland, markInland } from '#geography/server/base-map-routes.ts'
import { extent, type FeaturesAt, tileBuffer } from './geojson-tiles.ts'

const perSide = 2 ** lastLandZoom
const [near, far] = [-tileBuffer, extent + tileBuffer]

/** Omits tiles that are all land, so that only tiles with a shore remain. */
export function omitInlandTiles(land: FeaturesAt): FeaturesAt {
  return (tile) => {
    const features = land(tile)
    return coversTile(features) ? [] : features
  }
}

/** An area that covers a whole tile and its buffer. */
export const fullTile = {
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

/** The tile that is all land. */
export function createInlandTile(): Uint8Array {
  return fromGeojsonVt({ land: fullTile }, { version: 2, extent })
}

export function createInlandMask(land: FeaturesAt): Inland {
  const inland = emptyInland()
  for (let y = 0; y < perSide; y += 1)
    for (let x = 0; x < perSide; x += 1)
      if (coversTile(land({ z: lastLandZoom, x, y }))) markInland(inland, x, y)
  return inland
}

/** Whether areas together cover a whole tile. */
export function coversTile(features: GeoJSONVTFeature[]) {
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
