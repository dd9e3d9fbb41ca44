import { feature } from 'topojson-client'
import { lastNameZoom } from '#geography/rules.ts'
import { domesticStates } from '../../src/features/geography/rules.ts'
import { unitedStates, world } from './natural-earth.ts'
import { closeOverPole, isInside, type Ring, ringArea } from './rings.ts'

export type AreaLabel = {
  kind: 'country' | 'state' | 'county'
  name: string
  short?: string
  /** The binary logarithm of the area in km². */
  size: number
  zoom: number
  at: GeoJSON.Position
}

/** Map names that differ from the long, abbreviated or outdated names of Natural Earth. */
const names = new Map([
  ['United States of America', 'United States'],
  ['Macedonia', 'North Macedonia'],
  ['eSwatini', 'Eswatini'],
  ['Turkey', 'Türkiye'],
  ['S. Sudan', 'South Sudan'],
  ['Dominican Rep.', 'Dominican Republic'],
  ['Congo', 'Republic of the Congo'],
  ['Dem. Rep. Congo', 'DR Congo'],
  ['Central African Rep.', 'Central African Republic'],
  ['Eq. Guinea', 'Equatorial Guinea'],
  ['W. Sahara', 'Western Sahara'],
  ['Bosnia and Herz.', 'Bosnia and Herzegovina'],
  ['N. Cyprus', 'Northern Cyprus'],
  ['St. Vin. and Gren.', 'St. Vincent and the Grenadines'],
  ['Antigua and Barb.', 'Antigua and Barbuda'],
  ['Faeroe Is.', 'Faroe Islands'],
])

const unlabeled =
  /Baikonur|Guantanamo|Cyprus U.N.|Dhekelia|Akrotiri|Siachen| Bank$| Reef$|Coral Sea|Spratly|Ashmore/

const abbreviations = new Map(domesticStates.map(({ name, abbreviation }) => [name, abbreviation]))

/**
 * The labels of countries, US states and US counties, largest first, each at the point of its area with the most space
 * around it.
 */
export function areaLabels(): AreaLabel[] {
  const { states, counties } = unitedStates.objects
  return [
    ...createLabels('country', feature(world, world.objects.countries)),
    ...createLabels('state', feature(unitedStates, states)),
    ...createLabels('county', feature(unitedStates, counties)),
  ].toSorted((one, other) => other.size - one.size)
}

function createLabels(
  kind: AreaLabel['kind'],
  { features }: GeoJSON.FeatureCollection<GeoJSON.Geometry, { name: string }>,
) {
  return features
    .filter(({ properties }) => !unlabeled.test(properties.name))
    .map(({ geometry, properties }): AreaLabel => {
      const name = names.get(properties.name) ?? properties.name
      const short = kind === 'state' ? abbreviations.get(name) : undefined
      const outline = largestOutline(geometry as GeoJSON.Polygon | GeoJSON.MultiPolygon)
      const size = Math.round(Math.log2(1 + ringArea(outline)))
      return {
        kind,
        name,
        ...(short ? { short } : {}),
        size,
        zoom: firstZoom(kind, size),
        at: findLabelPosition(outline),
      }
    })
}

/** The size is a binary logarithm: 23 for Canada, 17 for Florida, 9 for Barbados. */
function firstZoom(kind: AreaLabel['kind'], size: number) {
  if (kind === 'county') return lastNameZoom
  return kind === 'state' ? 3 : Math.max(0, Math.floor((24 - size) / 2))
}

function largestOutline({ type, coordinates }: GeoJSON.Polygon | GeoJSON.MultiPolygon): Ring {
  const outlines = type === 'Polygon' ? [coordinates[0] ?? []] : coordinates.map(([outline = []]) => outline)
  const measured = outlines.map((outline) => ({ outline, area: ringArea(closeOverPole(outline)) }))
  return closeOverPole(measured.reduce((one, other) => (other.area > one.area ? other : one)).outline)
}

/** The grid point inside the outline whose nearest corner is farthest away. */
function findLabelPosition(outline: Ring): GeoJSON.Position {
  const corners = outline.filter((_, index) => index % Math.ceil(outline.length / 400) === 0)
  const candidates = createGrid(corners)
    .filter((position) => isInside(position, corners))
    .map((position) => ({ position, clearance: squaredClearance(position, corners) }))
  const none = { position: corners[0] ?? [], clearance: 0 }
  const [lng = 0, lat = 0] = candidates.reduce(
    (one, other) => (other.clearance > one.clearance ? other : one),
    none,
  ).position
  return [((lng + 540) % 360) - 180, lat]
}

function createGrid(outline: Ring): GeoJSON.Position[] {
  const [west, east] = extremes(outline.map(([lng = 0]) => lng))
  const [south, north] = extremes(outline.map(([, lat = 0]) => lat))
  const steps = Array.from({ length: 9 }, (_, index) => (index + 0.5) / 9)
  return steps.flatMap((x) => steps.map((y) => [west + (east - west) * x, south + (north - south) * y]))
}

function extremes(values: number[]): [least: number, most: number] {
  return [Math.min(...values), Math.max(...values)]
}

/** The square of the distance to the nearest corner, in degrees of latitude. */
function squaredClearance([lng = 0, lat = 0]: GeoJSON.Position, corners: Ring) {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return corners.reduce((least, [cornerLng = 0, cornerLat = 0]) => {
    const east = (cornerLng - lng) * narrowing
    const north = cornerLat - lat
    return Math.min(least, east * east + north * north)
  }, Number.POSITIVE_INFINITY)
}
