import { merge } from 'topojson-client'
import { world } from './atlas.ts'
import { holesAndIslandsOfLakes } from './lakes.ts'
import { areaOf, isInside, type Ring, unwrapped } from './rings.ts'
import { softened } from './softened.ts'

/** Water within land that is smaller than this is drawing noise: seams between countries, ponds of three corners. */
export const smallestWaterKm2 = 400
/** What is smaller is a speck even on the map of a city. */
export const smallestIslandKm2 = 0.3
/** How far from its tip a cape is rounded at most. */
const cutKm = 2

/** The land of the world, one polygon for each mainland and island, softened to be looked at closely. */
export function landOfTheWorld(): GeoJSON.Polygon[] {
  const { holes, islands } = holesAndIslandsOfLakes()
  const countries = world.objects.countries.geometries as TopoJSON.MultiPolygon[]
  return [...merge(world, countries).coordinates, ...islands.map((ring) => [ring])]
    .map(([outline = [], ...waters]) => [outline, ...waters, ...holesWithin(outline, holes)])
    .map((rings) => rings.map((ring) => softened(unwrapped(ring), cutKm)))
    .map(([outline = [], ...waters]) => [
      outline,
      ...waters.filter((water) => areaOf(water) >= smallestWaterKm2),
    ])
    .filter(([outline = []]) => areaOf(outline) >= smallestIslandKm2)
    .map((coordinates) => ({ type: 'Polygon', coordinates }))
}

/** An island of a lake lies in its hole, not the hole in the island: one position of the hole tells. */
function holesWithin(outline: Ring, holes: Ring[]) {
  return holes.filter(([position = []]) => isInside(position, outline))
}
