import type { Ring } from './rings.ts'

type Box = { west: number; east: number; north: number; south: number }

/** Clips a ring to a box (Sutherland-Hodgman); outside parts are replaced by the edge of the box. */
export function clipPolygon(ring: Ring, box: Box): Ring {
  const [west, east] = extremes(ring, 0)
  const [south, north] = extremes(ring, 1)
  if (east < box.west || west > box.east || north < box.south || south > box.north) return []
  let clipped = ring
  if (west < box.west) clipped = clipToSide(clipped, 0, box.west, 1)
  if (east > box.east) clipped = clipToSide(clipped, 0, box.east, -1)
  if (south < box.south) clipped = clipToSide(clipped, 1, box.south, 1)
  if (north > box.north) clipped = clipToSide(clipped, 1, box.north, -1)
  return clipped
}

function clipToSide(ring: Ring, axis: 0 | 1, edge: number, side: 1 | -1): Ring {
  const kept: Ring = []
  let before = ring.at(-1) ?? []
  for (const position of ring) {
    const [value = 0, valueBefore = 0] = [position[axis], before[axis]]
    const isIn = (value - edge) * side >= 0
    if (isIn !== (valueBefore - edge) * side >= 0) kept.push(crossing(before, position, axis, edge))
    if (isIn) kept.push(position)
    before = position
  }
  return kept
}

function crossing(
  [lng = 0, lat = 0]: GeoJSON.Position,
  [toLng = 0, toLat = 0]: GeoJSON.Position,
  axis: 0 | 1,
  edge: number,
) {
  if (axis === 0) return [edge, lat + ((toLat - lat) * (edge - lng)) / (toLng - lng)]
  return [lng + ((toLng - lng) * (edge - lat)) / (toLat - lat), edge]
}

function extremes(ring: Ring, axis: 0 | 1): [least: number, most: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const position of ring) {
    const value = position[axis] ?? 0
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}
