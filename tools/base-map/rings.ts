/** A closed line: its last position equals its first. */
export type Ring = GeoJSON.Position[]

const kmPerDegree = 111.32
const radians = Math.PI / 180

/** The distance in km between two positions that are close together. */
export function distanceKm([lng = 0, lat = 0]: GeoJSON.Position, [toLng = 0, toLat = 0]: GeoJSON.Position) {
  const east = (toLng - lng) * Math.cos(((lat + toLat) / 2) * radians)
  return Math.hypot(east, toLat - lat) * kmPerDegree
}

/** The area in km² within a ring, precise enough to tell an islet from an island. */
export function ringArea(ring: Ring) {
  const twice = ring.reduce((sum, [lng = 0, lat = 0], index) => {
    const [nextLng = 0, nextLat = 0] = ring[(index + 1) % ring.length] ?? []
    return sum + (nextLng - lng) * (Math.sin(lat * radians) + Math.sin(nextLat * radians))
  }, 0)
  return Math.abs((twice / 2 / radians) * kmPerDegree ** 2)
}

/** Whether a position is inside a ring. */
export function isInside([lng = 0, lat = 0]: GeoJSON.Position, ring: Ring) {
  let inside = false
  ring.forEach(([fromLng = 0, fromLat = 0], index) => {
    const [toLng = 0, toLat = 0] = ring[(index + 1) % ring.length] ?? []
    const crosses = fromLat > lat !== toLat > lat
    if (crosses && lng < fromLng + ((lat - fromLat) / (toLat - fromLat)) * (toLng - fromLng)) inside = !inside
  })
  return inside
}

/**
 * Returns a ring that continues past 180° instead of jumping across the antimeridian. A ring around a pole
 * ends 360° from where it begins.
 */
export function unrollLongitudes(ring: Ring): Ring {
  let turn = 0
  return ring.map(([lng = 0, lat = 0], index) => {
    const leap = lng - (ring[index - 1]?.[0] ?? lng)
    if (Math.abs(leap) > 180) turn -= Math.sign(leap) * 360
    return [lng + turn, lat]
  })
}

/**
 * Returns a ring without jumps. A ring around a pole runs from antimeridian to antimeridian and is closed
 * over the pole.
 */
export function closeOverPole(ring: Ring): Ring {
  const line = unrollLongitudes(ring)
  const [from = 0, to = 0] = [line[0]?.[0], line.at(-1)?.[0]]
  return Math.abs(to - from) > 180 ? routeOverPole(line, Math.sign(to - from) * 360) : line
}

/** Starts at the southernmost crossing of the antimeridian: nothing lies between it and the South Pole. */
function routeOverPole(line: Ring, turn: number): Ring {
  const crossings = line.slice(1).flatMap(([lng = 0, lat = 0], index) => {
    const [beforeLng = 0, beforeLat = 0] = line[index] ?? []
    const meridian = 360 * Math.round((lng + beforeLng) / 720 - 0.5) + 180
    if (lng === beforeLng || lng > meridian === beforeLng > meridian) return []
    const share = (meridian - beforeLng) / (lng - beforeLng)
    return [{ after: index + 1, meridian, lat: beforeLat + (lat - beforeLat) * share }]
  })
  const [first] = crossings.toSorted((one, other) => one.lat - other.lat)
  if (!first) return line
  const start = -Math.sign(turn) * 180
  const moved = (positions: Ring, by: number) => positions.map(([lng = 0, lat = 0]) => [lng + by, lat])
  const shift = start - first.meridian
  return [
    [start, first.lat],
    ...moved(line.slice(first.after, -1), shift),
    ...moved(line.slice(0, first.after), shift + turn),
    [-start, first.lat],
    [-start, -90],
    [start, -90],
    [start, first.lat],
  ]
}
