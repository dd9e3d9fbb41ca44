import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { decodeLines } from './coast-format.ts'

const rivers = new URL('../../data/geography/coast/rivers.br', import.meta.url)

/** The rivers of the world as lines: of rank 0 the major ones, of rank 1 the lesser. */
export function worldRivers(): { rank: number; lines: GeoJSON.MultiLineString }[] {
  const byRank = Map.groupBy(decodeLines(brotliDecompressSync(readFileSync(rivers))), ({ kind }) => kind)
  return [...byRank].map(([rank, lines]) => ({
    rank,
    lines: { type: 'MultiLineString', coordinates: lines.map(({ line }) => line) },
  }))
}
