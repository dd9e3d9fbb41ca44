import { distanceKm } from './rings.ts'

type Position = GeoJSON.Position
type IsLand = (position: Position) => boolean

const stepKm = 0.2
/** A line that ends farther from the water than this is not meant to reach it. */
const reachKm = 5
const directions = Array.from({ length: 32 }, (_, index) => (index / 16) * Math.PI)
const kmPerDegree = 111.32

/**
 * Snaps the loose ends of lines, which meet no other line, to the coast: cuts ends in the water and extends ends short
 * of it. Parts that cross a river or a bay stay; a line entirely at sea is removed.
 */
export function snapToShore(lines: Position[][], isLand: IsLand): Position[][] {
  const occurrences = new Map<string, number>()
  for (const position of lines.flat())
    occurrences.set(positionKey(position), (occurrences.get(positionKey(position)) ?? 0) + 1)
  const isLoose = (position: Position = []) => occurrences.get(positionKey(position)) === 1
  const snapLooseEnd = (line: Position[]) => (isLoose(line.at(-1)) ? snapEnd(line, isLand) : line)
  return lines.map((line) => snapLooseEnd(snapLooseEnd(line).toReversed()).toReversed())
}

function snapEnd(line: Position[], isLand: IsLand): Position[] {
  const end = line.at(-1) ?? []
  if (!isLand(end)) return cutBackToLand(line, isLand)
  const shore = nearestWater(end, isLand)
  return shore ? [...line, shore] : line
}

/** Cuts a line back from its end to the first position on land. */
function cutBackToLand(line: Position[], isLand: IsLand): Position[] {
  for (let last = line.length - 1; last > 0; last -= 1) {
    const [from = [], to = []] = [line[last], line[last - 1]]
    const steps = Math.max(1, Math.ceil(distanceKm(from, to) / stepKm))
    for (let step = 1; step <= steps; step += 1) {
      const position = interpolate(from, to, step / steps)
      if (isLand(position)) return [...line.slice(0, last), interpolate(from, to, (step - 1) / steps)]
    }
  }
  return []
}

function nearestWater(end: Position, isLand: IsLand) {
  for (let km = stepKm; km <= reachKm; km += stepKm)
    for (const direction of directions) {
      const position = offsetPosition(end, km, direction)
      if (!isLand(position)) return position
    }
  return undefined
}

function offsetPosition([lng = 0, lat = 0]: Position, km: number, direction: number): Position {
  const degrees = km / kmPerDegree
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return [lng + (Math.sin(direction) * degrees) / narrowing, lat + Math.cos(direction) * degrees]
}

function interpolate(
  [lng = 0, lat = 0]: Position,
  [toLng = 0, toLat = 0]: Position,
  share: number,
): Position {
  return [lng + (toLng - lng) * share, lat + (toLat - lat) * share]
}

function positionKey([lng = 0, lat = 0]: Position) {
  return `${lng} ${lat}`
}
