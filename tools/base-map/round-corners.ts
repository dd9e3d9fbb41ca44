import { distanceKm } from './rings.ts'

/** The smallest bend that is cut, in radians. */
const smooth = 0.3

/**
 * Cuts the corners of a line twice (Chaikin), so that a coast looks natural at a higher zoom than it was drawn for.
 * No cut reaches farther from its corner than the given distance, so a square stays a square.
 */
export function roundCorners(line: GeoJSON.Position[], cutKm: number): GeoJSON.Position[] {
  return cut(cut(line, cutKm), cutKm)
}

function cut(line: GeoJSON.Position[], cutKm: number): GeoJSON.Position[] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || line.length < 3) return line
  const isClosed = first[0] === last[0] && first[1] === last[1]
  const cutLine = line.flatMap((tip, index) => {
    const before = line[index - 1] ?? (isClosed ? line.at(-2) : undefined)
    const after = line[index + 1]
    if (!before || !after || bend(before, tip, after) < smooth) return [tip]
    return [towards(tip, before, cutKm), towards(tip, after, cutKm)]
  })
  return isClosed ? [...cutLine.slice(0, -1), cutLine[0] ?? first] : cutLine
}

function bend(before: GeoJSON.Position, tip: GeoJSON.Position, after: GeoJSON.Position) {
  const turn = Math.abs(direction(before, tip) - direction(tip, after))
  return Math.min(turn, 2 * Math.PI - turn)
}

function direction([lng = 0, lat = 0]: GeoJSON.Position, [toLng = 0, toLat = 0]: GeoJSON.Position) {
  return Math.atan2(toLat - lat, (toLng - lng) * Math.cos((lat * Math.PI) / 180))
}

function towards(tip: GeoJSON.Position, neighbour: GeoJSON.Position, km: number): GeoJSON.Position {
  const share = Math.min(0.25, km / distanceKm(tip, neighbour))
  const [lng = 0, lat = 0] = tip
  const [toLng = 0, toLat = 0] = neighbour
  return [lng + (toLng - lng) * share, lat + (toLat - lat) * share]
}
