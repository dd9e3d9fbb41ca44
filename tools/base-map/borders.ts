import { mesh } from 'topojson-client'
import { unitedStates, world } from './natural-earth.ts'
import { roundCorners } from './round-corners.ts'
import { snapToShore } from './snap-to-shore.ts'

export type Border = { kind: 'country' | 'disputed' | 'state' | 'county'; lines: GeoJSON.MultiLineString }
type Meshes = Partial<Record<Border['kind'], GeoJSON.MultiLineString>>

/** The maximum distance from its tip at which a corner is cut: Colorado keeps its corners. */
const cutKm = 0.8

/** Natural Earth includes bases, buffer zones and a spaceport as countries. They have no code and are not shown. */
const hidden = /Baikonur|Guantanamo|Cyprus U.N.|Dhekelia|Akrotiri|Siachen/

/** The borders between countries, between US states, and between counties of the same state. */
export function worldBorders(isLand: (position: GeoJSON.Position) => boolean): Border[] {
  const between = (...sides: TopoJSON.GeometryObject[]) => sides[0] !== sides[1] && !sides.some(isHidden)
  const { countries } = world.objects
  const { states, counties } = unitedStates.objects
  return [
    ...snapBorders(isLand, {
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
    ...snapBorders(isLand, {
      state: mesh(unitedStates, states, (one, other) => one !== other),
      county: mesh(
        unitedStates,
        counties,
        (one, other) => one !== other && stateCode(one) === stateCode(other),
      ),
    }),
  ]
}

/**
 * Each atlas has its own coast, so its borders are snapped to the coast of this map. Borders that meet must be snapped
 * together.
 */
function snapBorders(isLand: (position: GeoJSON.Position) => boolean, meshes: Meshes): Border[] {
  const lines = Object.entries(meshes).flatMap(([kind, { coordinates }]) =>
    coordinates.map((line) => ({ kind: kind as Border['kind'], line })),
  )
  const snapped = snapToShore(
    lines.map(({ line }) => line),
    isLand,
  )
  const byKind = Map.groupBy(snapped, (_, index) => lines[index]?.kind ?? 'county')
  return [...byKind].map(([kind, coordinates]) => ({
    kind,
    lines: {
      type: 'MultiLineString',
      coordinates: coordinates.filter(({ length }) => length > 1).map((line) => roundCorners(line, cutKm)),
    },
  }))
}

function isHidden({ properties }: TopoJSON.GeometryObject) {
  return hidden.test((properties as { name: string }).name)
}

/**
 * Whether a country has agreed borders: it does if it has an ISO 3166 code, which Kosovo, Somaliland and
 * Northern Cyprus lack.
 */
function isAgreed({ id }: TopoJSON.GeometryObject) {
  return id !== undefined
}

/** Returns the state code, which is the first two digits of the county code (FIPS 6-4). */
function stateCode({ id }: TopoJSON.GeometryObject) {
  return String(id).slice(0, 2)
}
