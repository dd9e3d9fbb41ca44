import { earthRadius } from '#geography/rules.ts'
import type { Circle } from '../../rules.ts'

const degree = Math.PI / 180
/** The Mercator projection of the `location` column clamps latitudes beyond this, in degrees. */
const lastLatitude = 89.9

/** A rectangle of longitudes and latitudes in degrees; the latitudes of a circle around a pole go beyond it. */
export type Box = { west: number; south: number; east: number; north: number }

/** Converts a latitude to the Mercator degrees stored in the `location` column. */
export const mercator = (latitude: number) =>
  Math.log(Math.tan(Math.PI / 4 + (clamp(latitude) * degree) / 2)) / degree

const clamp = (latitude: number) => Math.max(-lastLatitude, Math.min(lastLatitude, latitude))

/**
 * The bounding boxes of a circle: two if it crosses the antimeridian, one of full width if it contains a
 * pole.
 */
export function listBoxes({ latitude, longitude, rangeInKM }: Circle): Box[] {
  const angle = rangeInKM / earthRadius / degree + 1e-9
  const [south, north] = [latitude - angle, latitude + angle]
  const sine = Math.sin(angle * degree) / Math.cos(latitude * degree)
  if (Math.abs(latitude) + angle >= 90 || sine >= 1) return [{ west: -180, south, east: 180, north }]
  const half = Math.asin(sine) / degree + 1e-9
  const [west, east] = [longitude - half, longitude + half]
  if (west < -180)
    return [
      { west: -180, south, east, north },
      { west: west + 360, south, east: 180, north },
    ]
  if (east > 180)
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ]
  return [{ west, south, east, north }]
}

/** The same boxes in the plane of the `location` column: degrees of longitude and Mercator degrees. */
export const boundingBoxes = (circle: Circle): Box[] =>
  listBoxes(circle).map((box) => ({
    ...box,
    south: mercator(box.south) - 1e-9,
    north: mercator(box.north) + 1e-9,
  }))

/**
 * Whether planar distance approximates distance on the globe. It does not for a circle that crosses the
 * antimeridian or comes near a pole.
 */
export function isPlanar(circle: Circle): boolean {
  const angle = circle.rangeInKM / earthRadius / degree
  return Math.abs(circle.latitude) + angle < 85 && boundingBoxes(circle).length === 1
}

/**
 * The radius in kilometers within which results are complete once everything nearer than `planar` (in projected
 * degrees) has been fetched. The projection stretches most where the circle is farthest from the equator.
 */
export function guaranteedRadius(circle: Circle, planar: number): number {
  const angle = circle.rangeInKM / earthRadius / degree
  const furthest = Math.abs(circle.latitude) + angle
  return earthRadius * planar * degree * Math.cos(furthest * degree) * (1 - 1e-9)
}
