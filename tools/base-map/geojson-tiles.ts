import { GeoJSONVT, type GeoJSONVTFeature } from '@maplibre/geojson-vt'

/** Tile coordinates run from 0 to this, eastward and southward; MapLibre uses no finer ones. */
export const extent = 8192
/** How far a tile extends into its neighbors, so that no outline is drawn along its edges. */
export const tileBuffer = 128

export type TileName = { z: number; x: number; y: number }
/** Returns the features of a tile in its own coordinates. */
export type FeaturesAt = (tile: TileName) => GeoJSONVTFeature[]
type Feature = GeoJSON.Feature<GeoJSON.Geometry, Record<string, string | number>>

/** Cuts features into tiles and simplifies them to the detail of each zoom. */
export function geojsonTiles(features: Feature[], lastZoom: number): FeaturesAt {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    {
      maxZoom: lastZoom,
      indexMaxZoom: lastZoom,
      indexMaxPoints: 0,
      extent,
      buffer: tileBuffer,
      tolerance: 8,
    },
  )
  return ({ z, x, y }) => index.getTile(z, x, y)?.features ?? []
}
