import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { decodeShores } from './coast-format.ts'
import { closeOverPole } from './rings.ts'

const shores = new URL('../../data/geography/coast/shores.br', import.meta.url)

/** The land of the world: one polygon for each mainland and island, with lakes as holes. */
export function worldLand(): GeoJSON.Polygon[] {
  const land: GeoJSON.Polygon[] = []
  for (const { isWater, ring } of decodeShores(brotliDecompressSync(readFileSync(shores))))
    if (isWater) land.at(-1)?.coordinates.push(ring)
    else land.push({ type: 'Polygon', coordinates: [closeOverPole(ring)] })
  return land
}
