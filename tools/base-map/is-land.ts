import { extent, type FeaturesAt } from './geojson-tiles.ts'
import { toMercator } from './mercator.ts'
import { isInside } from './rings.ts'

/** Returns a function that tests whether a position is on land, using the tiles of one zoom. */
export function createLandTest(land: FeaturesAt, z: number): (position: GeoJSON.Position) => boolean {
  return (position) => {
    const square = toMercator(position)
    const [x, y] = [square.x * 2 ** z, square.y * 2 ** z]
    const at = [(x % 1) * extent, (y % 1) * extent]
    const rings = land({ z, x: Math.floor(x), y: Math.floor(y) }).flatMap(
      ({ geometry }) => geometry as [number, number][][],
    )
    return rings.filter((ring) => isInside(at, ring)).length % 2 === 1
  }
}
