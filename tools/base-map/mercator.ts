/** A point in the Web Mercator square of the world: 0 to 1 eastward and southward. */
export type Point = { x: number; y: number }

/** Projects a position (longitude, latitude) to the square. */
export function toMercator([lng = 0, lat = 0]: GeoJSON.Position): Point {
  return { x: lng / 360 + 0.5, y: 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI) }
}

/** The position of a point in the square. */
export function fromMercator({ x, y }: Point): [lng: number, lat: number] {
  return [(x - 0.5) * 360, (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI]
}
