import type KDBush from 'kdbush'
import { earthRadius } from '#geography/rules.ts'
import type { Circle } from '../../rules.ts'
import { type Box, listBoxes } from './circle.ts'
import { createBoundedHeap, type NearestProvider } from './create-bounded-heap.ts'

/** Some providers of one network and type: their points, their numbers, and the box around them. */
export type Tree = { points: KDBush; providerNumbers: Uint32Array; box: Box }

const millimeter = 1e-6
const radian = Math.PI / 180
/** The search area shrinks when this much of its radius is left. */
const worthShrinking = 0.9

/**
 * Collects the providers within a circle, nearest first, at most `cap`. Rounds distances as the database does. Those at the
 * same distance are in the order of their numbers, which is known only for those at the same point.
 */
export function collectNearest(circle: Circle, cap: number) {
  const found = createBoundedHeap(cap)
  const distanceTo = measureFrom(circle)
  const area = createArea(circle)
  // The tree that is being visited.
  let providerNumbers: Tree['providerNumbers'] = new Uint32Array()
  let ids: KDBush['ids'] = new Uint16Array()
  let coordinates: KDBush['coords'] = new Float64Array()
  let nodeSize = 0
  let isWanted: ((providerNumber: number) => boolean) | undefined

  function consider(at: number) {
    const longitude = coordinates[2 * at] ?? 0
    const latitude = coordinates[2 * at + 1] ?? 0
    const { west, south, east, north } = area.box
    if (latitude < south || latitude > north || longitude < west || longitude > east) return
    const providerNumber = providerNumbers[ids[at] ?? 0] ?? 0
    if (isWanted && !isWanted(providerNumber)) return
    const distance = distanceTo(latitude, longitude)
    if (distance > circle.rangeInKM) return
    if (found.add({ providerNumber, distance: Math.round(distance * 1e6) / 1e6, latitude, longitude }))
      area.shrink(found.furthest() + 2 * millimeter)
  }

  /** Visits the nearer half of a tree first; `axis` is 0 where longitudes divide it, 1 where latitudes do. */
  function visit(left: number, right: number, axis: number) {
    if (right - left <= nodeSize) {
      for (let at = left; at <= right; at += 1) consider(at)
      return
    }
    const middle = (left + right) >> 1
    const split = coordinates[2 * middle + axis] ?? 0
    if ((axis === 0 ? circle.longitude : circle.latitude) <= split) {
      if ((axis === 0 ? area.box.west : area.box.south) <= split) visit(left, middle - 1, 1 - axis)
      consider(middle)
      if ((axis === 0 ? area.box.east : area.box.north) >= split) visit(middle + 1, right, 1 - axis)
    } else {
      if ((axis === 0 ? area.box.east : area.box.north) >= split) visit(middle + 1, right, 1 - axis)
      consider(middle)
      if ((axis === 0 ? area.box.west : area.box.south) <= split) visit(left, middle - 1, 1 - axis)
    }
  }

  return {
    addFrom(tree: Tree, wanted?: (providerNumber: number) => boolean) {
      isWanted = wanted
      providerNumbers = tree.providerNumbers
      ids = tree.points.ids
      coordinates = tree.points.coords
      nodeSize = tree.points.nodeSize
      for (const box of area.boxes()) {
        area.box = box
        if (touches(tree.box, box)) visit(0, providerNumbers.length - 1, 0)
      }
    },
    finish: (): NearestProvider[] | undefined => found.finish(),
  }
}

const nowhere: Box = { west: 0, south: 0, east: 0, north: 0 }

/** What is left of the circle to look at: the box that is being looked at, or one after the other. */
function createArea(circle: Circle) {
  const boxes = listBoxes(circle)
  const [first = nowhere] = boxes
  let radius = circle.rangeInKM
  // Two boxes, or one of full width, stay as they are.
  const mayShrink = boxes.length === 1 && first.east - first.west < 360
  const area = {
    box: first,
    boxes: () => (mayShrink ? [area.box] : boxes),
    shrink(furthest: number) {
      if (!mayShrink || furthest > radius * worthShrinking) return
      radius = furthest
      area.box = listBoxes({ ...circle, rangeInKM: radius })[0] ?? nowhere
    },
  }
  return area
}

const touches = (one: Box, other: Box) =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south

/** The great-circle distance in kilometers, by the formula of `great_circle_km` in the database. */
function measureFrom({ latitude, longitude }: Circle) {
  const cosine = Math.cos(latitude * radian)
  return (toLatitude: number, toLongitude: number) => {
    const [south, west] = [
      Math.sin(((toLatitude - latitude) * radian) / 2),
      Math.sin(((toLongitude - longitude) * radian) / 2),
    ]
    const chord = south * south + cosine * Math.cos(toLatitude * radian) * west * west
    return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
  }
}
