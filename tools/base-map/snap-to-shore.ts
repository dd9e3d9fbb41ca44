import { distanceKm } from './rings.ts'

type Position = GeoJSON.Position
type IsLand = (position: Position) => boolean

const stepKm = 0.2
/** A line that stops further from the water than this was never meant to reach it. */
const reachKm = 5
const directions = Array.from({ length: 32 }, (_, index) => (index / 16) * Math.PI)
const kmPerDegree = 111.32

/**
 * The lines with their loose ends, those that meet no other line, brought to the coast: cut where they run into the
 * water, lengthened where they stop short of it. What crosses a river or a bay stays; of a line at sea nothing does.
 */
export function snapToShore(lines: Position[][], isLand: IsLand): Position[][] {
  const meetings = new Map<string, number>()
  for (const position of lines.flat()) meetings.set(keyOf(position), (meetings.get(keyOf(position)) ?? 0) + 1)
  const isLoose = (position: Position = []) => meetings.get(keyOf(position)) === 1
  const landed = (line: Position[]) => (isLoose(line.at(-1)) ? endingAshore(line, isLand) : line)
  return lines.map((line) => landed(landed(line).toReversed()).toReversed())
}

function endingAshore(line: Position[], isLand: IsLand): Position[] {
  const end = line.at(-1) ?? []
  if (!isLand(end)) return untilCoast(line, isLand)
  const shore = nearestWater(end, isLand)
  return shore ? [...line, shore] : line
}

/** Goes back from the end to the first step on land. */
function untilCoast(line: Position[], isLand: IsLand): Position[] {
  for (let last = line.length - 1; last > 0; last -= 1) {
    const [from = [], to = []] = [line[last], line[last - 1]]
    const steps = Math.max(1, Math.ceil(distanceKm(from, to) / stepKm))
    for (let step = 1; step <= steps; step += 1) {
      const position = between(from, to, step / steps)
      if (isLand(position)) return [...line.slice(0, last), between(from, to, (step - 1) / steps)]
    }
  }
  return []
}

function nearestWater(end: Position, isLand: IsLand) {
  for (let km = stepKm; km <= reachKm; km += stepKm)
    for (const direction of directions) {
      const position = away(end, km, direction)
      if (!isLand(position)) return position
    }
  return undefined
}

function away([lng = 0, lat = 0]: Position, km: number, direction: number): Position {
  const degrees = km / kmPerDegree
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return [lng + (Math.sin(direction) * degrees) / narrowing, lat + Math.cos(direction) * degrees]
}

function between([lng = 0, lat = 0]: Position, [toLng = 0, toLat = 0]: Position, share: number): Position {
  return [lng + (toLng - lng) * share, lat + (toLat - lat) * share]
}

function keyOf([lng = 0, lat = 0]: Position) {
  return `${lng} ${lat}`
}
