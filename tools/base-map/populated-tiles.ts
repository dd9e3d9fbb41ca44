import type { TileName } from './geojson-tiles.ts'
import { type Place, worldPlaces } from './places.ts'

/** The radius of a town as a fraction of the world square: 12 km at the equator. */
const townRadius = 0.0003
const minPopulation = { unitedStates: 1_000, elsewhere: 100_000 }

/** The tiles of a zoom that contain or adjoin a US town or a large city elsewhere. */
export function* populatedTiles(z: number, places: Place[] = worldPlaces()): Generator<TileName> {
  const seen = new Set<number>()
  for (const { at, population, country } of places) {
    if (population < (country === 'US' ? minPopulation.unitedStates : minPopulation.elsewhere)) continue
    for (const east of [-townRadius, townRadius])
      for (const south of [-townRadius, townRadius]) {
        const x = Math.floor((at.x + east) * 2 ** z)
        const y = Math.floor((at.y + south) * 2 ** z)
        if (seen.has(y * 2 ** z + x)) continue
        seen.add(y * 2 ** z + x)
        yield { z, x, y }
      }
  }
}
