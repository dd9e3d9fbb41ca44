import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { decodeLines } from './coast-format.ts'

const rivers = new URL('../../data/geography/coast/rivers.br', import.meta.url)

/** The rivers of the world: rank 0 are major rivers, rank 1 minor ones. */
export function worldRivers(): { rank: number; lines: GeoJSON.MultiLineString }[] {
  const byRank = Map.groupBy(decodeLines(brotliDecompressSync(readFileSync(rivers))), ({ kind }) => kind)
  return [...byRank].map(([rank, lines]) => ({
    rank,
    lines: { type: 'MultiLineString', coordinates: lines.map(({ line }) => line) },
  }))
}
