import { mesh } from 'topojson-client'
import { unitedStates, world } from './natural-earth.ts'
import { roundCorners } from './round-corners.ts'
import { snapToShore } from './snap-to-shore.ts'

export type Border = { kind: 'country' | 'disputed' | 'state' | 'county'; lines: GeoJSON.MultiLineString }
type Meshes = Partial<Record<Border['kind'], GeoJSON.MultiLineString>>

/** How far from its tip a corner is rounded at most: Colorado keeps its own. */
const cutKm = 0.8

/** Natural Earth draws bases, buffer zones and a spaceport like countries; they have no code and are not shown. */
const unshown = /Baikonur|Guantanamo|Cyprus U.N.|Dhekelia|Akrotiri|Siachen/

/** The borders between countries, and within the United States between states and between counties of one state. */
export function worldBorders(isLand: (position: GeoJSON.Position) => boolean): Border[] {
  const between = (...sides: TopoJSON.GeometryObject[]) => sides[0] !== sides[1] && !sides.some(isUnshown)
  const { countries } = world.objects
  const { states, counties } = unitedStates.objects
  return [
    ...bordersOf(isLand, {
      country: mesh(
        world,
        countries,
        (one, other) => between(one, other) && isAgreed(one) && isAgreed(other),
      ),
      disputed: mesh(
        world,
        countries,
        (one, other) => between(one, other) && !(isAgreed(one) && isAgreed(other)),
      ),
    }),
    ...bordersOf(isLand, {
      state: mesh(unitedStates, states, (one, other) => one !== other),
      county: mesh(unitedStates, counties, (one, other) => one !== other && stateOf(one) === stateOf(other)),
    }),
  ]
}

/** Both atlases have coasts of their own: their lines are brought to this map's, together, since they meet. */
function bordersOf(isLand: (position: GeoJSON.Position) => boolean, meshes: Meshes): Border[] {
  const lines = Object.entries(meshes).flatMap(([kind, { coordinates }]) =>
    coordinates.map((line) => ({ kind: kind as Border['kind'], line })),
  )
  const landed = snapToShore(
    lines.map(({ line }) => line),
    isLand,
  )
  const byKind = Map.groupBy(landed, (_, index) => lines[index]?.kind ?? 'county')
  return [...byKind].map(([kind, coordinates]) => ({
    kind,
    lines: {
      type: 'MultiLineString',
      coordinates: coordinates.filter(({ length }) => length > 1).map((line) => roundCorners(line, cutKm)),
    },
  }))
}

function isUnshown({ properties }: TopoJSON.GeometryObject) {
  return unshown.test((properties as { name: string }).name)
}

/** Countries with a code of ISO 3166 have borders that are agreed; Kosovo, Somaliland and Northern Cyprus have none. */
function isAgreed({ id }: TopoJSON.GeometryObject) {
  return id !== undefined
}

/** The state's code is the first two digits of a county's (FIPS 6-4). */
function stateOf({ id }: TopoJSON.GeometryObject) {
  return String(id).slice(0, 2)
}
