import { areaLabels } from './area-labels.ts'
import { bordersOfTheWorld } from './borders.ts'
import { landOfTheWorld } from './land.ts'
import { squareOf } from './mercator.ts'
import { placeLabels } from './places.ts'
import type { Layers } from './tiles.ts'

/** Everything the base map shows, by layer. */
export function layersOfTheMap(): Layers {
  return {
    shapes: {
      land: landOfTheWorld().map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
      border: bordersOfTheWorld().map(({ kind, lines: geometry }) => ({
        type: 'Feature',
        geometry,
        properties: { kind },
      })),
    },
    labels: {
      area: areaLabels().map(({ at, zoom, ...properties }) => ({ at: squareOf(at), zoom, properties })),
      place: placeLabels().map(({ name, population, zoom, at }) => ({
        at,
        zoom,
        properties: { name, zoom, size: Math.round(2 * Math.log2(1 + population)) },
      })),
    },
  }
}
