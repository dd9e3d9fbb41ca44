/** A point on the map, in degrees. */
export type Point = { latitude: number; longitude: number }

/** Places that are too close to show separately. The first one in list order is the lead. */
export type Cluster<Place extends Point> = Point & { lead: Place; members: Place[] }

/** The maximum zoom of the map. */
export const maxZoom = 18
/** Markers closer than this, in pixels, are merged. */
const minDistancePx = 44
/** The width of the world at zoom 0, in pixels, as MapLibre draws it. */
export const worldSizePx = 512

/**
 * Forms a cluster from each place that is not yet in one and its neighbors, then merges clusters whose
 * centers are too close, so that no marker covers another.
 */
export function clusterPlaces<Place extends Point>(places: readonly Place[], zoom: number): Cluster<Place>[] {
  const clusters = groupNearby(places, zoom)
  for (let pair = findNearPair(clusters, zoom); pair; pair = findNearPair(clusters, zoom)) {
    const [one, other] = pair
    const members = [...one.members, ...other.members]
    clusters[clusters.indexOf(one)] = { lead: one.lead, members, ...meanPoint(members) }
    clusters.splice(clusters.indexOf(other), 1)
  }
  return clusters
}

/** The first two clusters that are too close, in list order. */
function findNearPair<Place extends Point>(clusters: readonly Cluster<Place>[], zoom: number) {
  for (const [at, one] of clusters.entries()) {
    const other = clusters.find((each, place) => place > at && pixelsBetween(one, each, zoom) < minDistancePx)
    if (other) return [one, other] as const
  }
  return undefined
}

/** The distance between two points on the map, in pixels. */
export function pixelsBetween(one: Point, other: Point, zoom: number): number {
  const [from, to] = [toPixels(one, zoom), toPixels(other, zoom)]
  return Math.hypot(to.x - from.x, to.y - from.y)
}

function groupNearby<Place extends Point>(places: readonly Place[], zoom: number): Cluster<Place>[] {
  const clusters: Cluster<Place>[] = []
  let left = places.map((place) => ({ place, ...toPixels(place, zoom) }))
  for (let lead = left[0]; lead; lead = left[0]) {
    const { x, y, place } = lead
    const isNear = (other: { x: number; y: number }) => Math.hypot(other.x - x, other.y - y) < minDistancePx
    const members = left.filter(isNear).map((each) => each.place)
    clusters.push({ lead: place, members, ...meanPoint(members) })
    left = left.filter((other) => !isNear(other))
  }
  return clusters
}

/** Whether the places share a marker even at the maximum zoom. */
export const isOnePlace = (places: readonly Point[]): boolean => clusterPlaces(places, maxZoom).length === 1

/**
 * The smallest zoom, starting from the current one, at which the place has its own marker; the current zoom
 * if there is none.
 */
export function zoomForOne<Place extends Point>(
  place: Place,
  places: readonly Place[],
  zoom: number,
): number {
  for (let closer = zoom; closer <= maxZoom; closer += 0.5) {
    const own = clusterPlaces(places, closer).find(({ members }) => members.includes(place))
    if (own?.members.length === 1) return closer
  }
  return zoom
}

/** Shifts longitudes so that they are continuous across the date line and neighbors stay neighbors. */
export function unwrapLongitudes<Place extends Point>(places: readonly Place[]): Place[] {
  const from = places[0]?.longitude ?? 0
  return places.map((place) => ({
    ...place,
    longitude: place.longitude + 360 * Math.round((from - place.longitude) / 360),
  }))
}

function meanPoint(places: readonly Point[]): Point {
  const mean = (key: keyof Point) => places.reduce((sum, place) => sum + place[key], 0) / places.length
  return { latitude: mean('latitude'), longitude: mean('longitude') }
}

/** Projects a point to pixels in Web Mercator. */
function toPixels({ latitude, longitude }: Point, zoom: number) {
  const scale = worldSizePx * 2 ** zoom
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)
  return { x: scale * (longitude / 360), y: -scale * north }
}
