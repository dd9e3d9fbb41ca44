type Position = GeoJSON.Position
/** How far, in km, a line may leave the shore at a position. */
type Tolerance = (position: Position) => number

const kmPerDegree = 111.32

/** The ring with only the positions that keep it within the tolerance of what it was (Douglas and Peucker). */
export function thinned(ring: Position[], tolerance: Tolerance): Position[] {
  const allowed = ring.map(tolerance)
  const kept = new Uint8Array(ring.length)
  const far = furthest(ring)
  kept[0] = kept[far] = kept[ring.length - 1] = 1
  const spans: [first: number, last: number][] = [
    [0, far],
    [far, ring.length - 1],
  ]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span
    let [worst, excess] = [0, 1]
    for (let index = first + 1; index < last; index += 1) {
      const ratio = kmFrom(ring[index], ring[first], ring[last]) / (allowed[index] ?? 1)
      if (ratio > excess) [worst, excess] = [index, ratio]
    }
    if (worst === 0) continue
    kept[worst] = 1
    spans.push([first, worst], [worst, last])
  }
  return ring.filter((_, index) => kept[index])
}

/** The index of the position furthest from the first. */
function furthest(ring: Position[]) {
  let [index, most] = [0, 0]
  ring.forEach((position, at) => {
    const km = kmFrom(position, ring[0], ring[0])
    if (km > most) [index, most] = [at, km]
  })
  return index
}

/** How far a position is from the straight line between two. */
function kmFrom(
  [lng = 0, lat = 0]: Position = [],
  [fromLng = 0, fromLat = 0]: Position = [],
  to: Position = [],
) {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  const [east, north] = [(lng - fromLng) * narrowing, lat - fromLat]
  const [toEast, toNorth] = [((to[0] ?? 0) - fromLng) * narrowing, (to[1] ?? 0) - fromLat]
  const length = toEast * toEast + toNorth * toNorth
  const share = length > 0 ? Math.min(1, Math.max(0, (east * toEast + north * toNorth) / length)) : 0
  return kmPerDegree * Math.hypot(east - share * toEast, north - share * toNorth)
}
