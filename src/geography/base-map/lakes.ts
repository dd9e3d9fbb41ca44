import { merge } from 'topojson-client'
import { unitedStates } from './atlas.ts'
import { lakes } from './lake-shores.ts'
import { areaOf, isInside, kmBetween, type Ring } from './rings.ts'

/** The lakes as holes in the land, and the islands in them. */
export function holesAndIslandsOfLakes(): { holes: Ring[]; islands: Ring[] } {
  const states = unitedStates.objects.states.geometries as TopoJSON.MultiPolygon[]
  const [mainland = [], ...others] = merge(unitedStates, states)
    .coordinates.map(([outline = []]) => outline)
    .toSorted((one, other) => areaOf(other) - areaOf(one))
  const holes = lakes.map(({ along, shore }) =>
    closed([...(along ? stretch(mainland, along) : []), ...shore]),
  )
  const american = others.filter(([position = []]) => holes.some((hole) => isInside(position, hole)))
  const foreign = lakes.flatMap(({ islands }) => islands.map(closed))
  return { holes, islands: [...american, ...foreign] }
}

/** The stretch of an outline, as it runs, from its position nearest to one point to that nearest to another. */
function stretch(outline: Ring, [from, to]: [GeoJSON.Position, GeoJSON.Position]): GeoJSON.Position[] {
  const open = outline.slice(0, -1)
  const start = nearest(open, from)
  const turned = [...open.slice(start), ...open.slice(0, start)]
  return turned.slice(0, nearest(turned, to) + 1)
}

function nearest(positions: GeoJSON.Position[], to: GeoJSON.Position): number {
  const distances = positions.map((position) => kmBetween(position, to))
  return distances.indexOf(Math.min(...distances))
}

function closed(positions: GeoJSON.Position[]): Ring {
  return [...positions, ...positions.slice(0, 1)]
}
