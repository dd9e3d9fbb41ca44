/** A closed line: its last position is its first. */
export type Ring = GeoJSON.Position[]

const kmPerDegree = 111.32
const radians = Math.PI / 180

/** The distance between two positions that lie close together, in km. */
export function kmBetween([lng = 0, lat = 0]: GeoJSON.Position, [toLng = 0, toLat = 0]: GeoJSON.Position) {
  const east = (toLng - lng) * Math.cos(((lat + toLat) / 2) * radians)
  return Math.hypot(east, toLat - lat) * kmPerDegree
}

/** What the ring encloses, in km², as good as telling an islet from an island needs. */
export function areaOf(ring: Ring) {
  const twice = ring.reduce((sum, [lng = 0, lat = 0], index) => {
    const [nextLng = 0, nextLat = 0] = ring[(index + 1) % ring.length] ?? []
    return sum + (nextLng - lng) * (Math.sin(lat * radians) + Math.sin(nextLat * radians))
  }, 0)
  return Math.abs((twice / 2 / radians) * kmPerDegree ** 2)
}

/** Whether the position lies inside the ring. */
export function isInside([lng = 0, lat = 0]: GeoJSON.Position, ring: Ring) {
  let inside = false
  ring.forEach(([fromLng = 0, fromLat = 0], index) => {
    const [toLng = 0, toLat = 0] = ring[(index + 1) % ring.length] ?? []
    const crosses = fromLat > lat !== toLat > lat
    if (crosses && lng < fromLng + ((lat - fromLat) / (toLat - fromLat)) * (toLng - fromLng)) inside = !inside
  })
  return inside
}

/** The ring without leaps over the antimeridian: it goes on past 180°. One round a pole ends a turn further. */
export function steady(ring: Ring): Ring {
  let turn = 0
  return ring.map(([lng = 0, lat = 0], index) => {
    const leap = lng - (ring[index - 1]?.[0] ?? lng)
    if (Math.abs(leap) > 180) turn -= Math.sign(leap) * 360
    return [lng + turn, lat]
  })
}

/** The steady ring, round a pole by way of the pole. */
export function unwrapped(ring: Ring): Ring {
  const line = steady(ring)
  const [first = [], last = []] = [line[0], line.at(-1)]
  const isRoundPole = Math.abs((first[0] ?? 0) - (last[0] ?? 0)) > 180
  return isRoundPole ? [...line, [last[0] ?? 0, -90], [first[0] ?? 0, -90], first] : line
}
