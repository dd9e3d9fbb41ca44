import { earthRadius } from '#geography/rules.ts'
import type { Circle } from '../search-circle.ts'

const corners = 128
const radians = Math.PI / 180

/** The outline of a circle on the globe as a closed ring of longitudes and latitudes. */
export function circleOutline({
  latitude,
  longitude,
  radius,
}: Pick<Circle, 'latitude' | 'longitude' | 'radius'>): [longitude: number, latitude: number][] {
  const north = latitude * radians
  const angle = radius / earthRadius
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const bearing = (2 * Math.PI * (corner % corners)) / corners
    const to = Math.asin(
      Math.sin(north) * Math.cos(angle) + Math.cos(north) * Math.sin(angle) * Math.cos(bearing),
    )
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(north),
      Math.cos(angle) - Math.sin(north) * Math.sin(to),
    )
    return [longitude + east / radians, to / radians]
  })
}
