/** A provider by its number, how far it is in kilometers, rounded to a millimeter, and where. */
export type NearestProvider = {
  providerNumber: number
  distance: number
  latitude: number
  longitude: number
}

/** Keeps the first `cap` by distance and number. */
export function createBoundedHeap(cap: number) {
  /** The last one is on top. */
  const heap: NearestProvider[] = []
  /** The nearest of those that had no room, and whether others at its distance are at another point. */
  let cut: NearestProvider | undefined
  let isCutMixed = false

  function drop(one: NearestProvider) {
    if (cut && one.distance > cut.distance) return
    isCutMixed = cut?.distance === one.distance && (isCutMixed || isElsewhere(cut, one))
    cut = one
  }

  return {
    /** The distance of the last one, beyond which there is no room; infinite while there is room for any. */
    furthest: () => (heap.length < cap ? Number.POSITIVE_INFINITY : (heap[0]?.distance ?? 0)),
    /** Adds one if there is room. Returns whether the distance of the last one has become smaller. */
    add(one: NearestProvider): boolean {
      const [last] = heap
      if (heap.length < cap) {
        siftUp(heap, one)
        return heap.length === cap
      }
      const hasRoom = last !== undefined && isAfter(last, one)
      drop(hasRoom ? last : one)
      if (hasRoom) siftDown(heap, one)
      return hasRoom
    },
    /** Those that are kept, in order, or undefined if two of different points are equally far: then the order is unknown. */
    finish(): NearestProvider[] | undefined {
      const [last] = heap
      if (cut && last?.distance === cut.distance && (isCutMixed || isElsewhere(cut, last))) return undefined
      const sorted = heap.sort(
        (one, other) => one.distance - other.distance || one.providerNumber - other.providerNumber,
      )
      const isUndecided = sorted.some((one, at) => {
        const next = sorted[at + 1]
        return next?.distance === one.distance && isElsewhere(one, next)
      })
      return isUndecided ? undefined : sorted
    },
  }
}

function siftUp(heap: NearestProvider[], one: NearestProvider) {
  let at = heap.push(one) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || !isAfter(one, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = one
}

/** Replaces the one on top. */
function siftDown(heap: NearestProvider[], one: NearestProvider) {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (left && right && isAfter(right, left)) below += 1
    const child = heap[below]
    if (!child || !isAfter(child, one)) break
    heap[at] = child
    at = below
  }
  heap[at] = one
}

const isAfter = (one: NearestProvider, other: NearestProvider) =>
  one.distance > other.distance ||
  (one.distance === other.distance && one.providerNumber > other.providerNumber)

const isElsewhere = (one: NearestProvider, other: NearestProvider) =>
  one.latitude !== other.latitude || one.longitude !== other.longitude
