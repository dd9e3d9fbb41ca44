import { gzipSync } from 'node:zlib'

type ArchiveOptions = {
  /** The metadata; by default those of a Protomaps basemap of version 4. */
  metadata?: unknown
  /** 1 are vector tiles, 2 images. */
  tileType?: number
  tile?: Uint8Array
}

const basemap = { vector_layers: [{ id: 'roads', fields: { kind: 'String' } }], version: '4.14.9' }

/** A PMTiles archive of version 3 with one tile, which covers the world. */
export function makeArchive({
  metadata = basemap,
  tileType = 1,
  tile = new Uint8Array(),
}: ArchiveOptions = {}): Buffer {
  const content = gzipSync(tile)
  // One entry: tile 0, run length 1, its length, and its offset plus 1.
  const directory = gzipSync(Uint8Array.from([1, 0, 1, ...varint(content.length), 1]))
  const json = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  const sections = [directory, json, Buffer.alloc(0), content]
  let at = header.length
  for (const [index, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * index)
    at += length
  }
  header.set([1, 2, 2, tileType, 0, 0], 96)
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + 4 * index)
  return Buffer.concat([header, ...sections])
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]
}
