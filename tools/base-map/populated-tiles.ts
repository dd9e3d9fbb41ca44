import type { TileName } from './geojson-tiles.ts'
import { type Place, worldPlaces } from './places.ts'

/** How far a town reaches, as a share of the map's square: 12 km at the equator. */
const reach = 0.0003
const least = { unitedStates: 1_000, elsewhere: 100_000 }

/** The tiles of a zoom in which, or close to which, lies a town of the United States or a city of the world. */
export function* populatedTiles(z: number, places: Place[] = worldPlaces()): Generator<TileName> {
  const seen = new Set<number>()
  for (const { at, population, country } of places) {
    if (population < (country === 'US' ? least.unitedStates : least.elsewhere)) continue
    for (const east of [-reach, reach])
      for (const south of [-reach, reach]) {
        const x = Math.floor((at.x + east) * 2 ** z)
        const y = Math.floor((at.y + south) * 2 ** z)
        if (seen.has(y * 2 ** z + x)) continue
        seen.add(y * 2 ** z + x)
        yield { z, x, y }
      }
  }
}
