import { lastLandZoom, lastNameZoom } from '#geography/rules.ts'
import { areaLabels } from './area-labels.ts'
import { worldBorders } from './borders.ts'
import { fromZoom } from './built-up.ts'
import { type FeaturesAt, geojsonTiles } from './geojson-tiles.ts'
import { createLandTest } from './is-land.ts'
import { toMercator } from './mercator.ts'
import { placeLabels } from './places.ts'
import { worldRivers } from './rivers.ts'
import { type Layers, labelTiles } from './tiles.ts'

/** The layers above the land: borders snapped to its coast, rivers, and labels. */
export function createLayers(land: FeaturesAt): Layers {
  const borders = worldBorders(createLandTest(land, lastLandZoom)).map(
    ({ kind, lines: geometry }) => ({ type: 'Feature', geometry, properties: { kind } }) as const,
  )
  const rivers = worldRivers().map(
    ({ rank, lines: geometry }) => ({ type: 'Feature', geometry, properties: { rank } }) as const,
  )
  const areas = areaLabels().map(({ at, zoom, ...properties }) => ({ at: toMercator(at), zoom, properties }))
  const places = placeLabels().map(({ name, population, zoom, at }) => ({
    at,
    zoom,
    properties: { name, zoom, size: Math.round(2 * Math.log2(1 + population)) },
  }))
  return {
    border: geojsonTiles(borders, lastNameZoom),
    river: fromZoom(3, geojsonTiles(rivers, lastNameZoom)),
    area: labelTiles(areas, lastNameZoom),
    place: labelTiles(places, lastNameZoom),
  }
}
