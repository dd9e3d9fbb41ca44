import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles'
import { z } from 'zod'
import { messages } from './messages.ts'
import { hostNames, setting, webAddress, words } from './setting-schemas.ts'

/** Settings of the map: by default, the portal's own base map without streets. */
export const mapSettings = {
  MAP_TILES: setting(
    words.optional(),
    'none',
    'PMTiles file with a Protomaps basemap, from which the portal adds streets to its own map; docs/map-tiles.md explains how to get one',
    '/srv/portal/united-states.pmtiles',
  ),
  MAP_STYLE_URL: setting(
    webAddress.optional(),
    'own base map',
    "MapLibre style of the map, with streets, instead of the portal's own",
    'https://tiles.example.com/style.json',
  ),
  MAP_HOSTS: setting(
    hostNames.default([]),
    'none',
    "Hosts besides the style's own that its tiles, fonts and images come from",
    'fonts.example.com, pictures.example.com',
  ),
}

const faults = messages.mapTiles
const headerBytes = 127
/** More than any archive has; protects against reading a whole file as metadata. */
const maxMetadataBytes = 16_000_000

/** Why the map tiles cannot be used, naming the setting; undefined if they can, or if there are none. */
export function mapTilesError({
  MAP_TILES,
  MAP_STYLE_URL,
}: {
  MAP_TILES?: string | undefined
  MAP_STYLE_URL?: string | undefined
}): string | undefined {
  if (!MAP_TILES) return undefined
  if (MAP_STYLE_URL) return faults.twoMaps
  const fault = archiveError(MAP_TILES)
  return fault && messages.wrongSetting('MAP_TILES', `"${MAP_TILES}"`, fault, mapSettings.MAP_TILES.example)
}

function archiveError(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const found = fstatSync(file)
    return found.isFile() ? contentError(file, found.size) : faults.noFile('not a file')
  } catch (error) {
    return faults.noFile((error as NodeJS.ErrnoException).code ?? String(error))
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function contentError(file: number, size: number): string | undefined {
  const header = readHeader(file)
  if (!header) return faults.notArchive
  const whole = archiveSize(header)
  if (!Number.isSafeInteger(whole)) return faults.notArchive
  if (size < whole) return faults.cutOff(size, whole)
  if (header.tileType !== TileType.Mvt) return faults.notVector
  const roads = roadFields(file, header)
  if (!roads) return faults.otherSchema
  if ('kind' in roads) return undefined
  return 'pmap:kind' in roads ? faults.oldSchema : faults.otherSchema
}

/** The header of a PMTiles archive; undefined if the file has none of version 3. */
function readHeader(file: number): Header | undefined {
  const bytes = readBytes(file, 0, headerBytes)
  if (bytes.length < headerBytes || bytes.subarray(0, 8).toString('latin1') !== 'PMTiles\x03')
    return undefined
  return bytesToHeader(new Uint8Array(bytes).buffer)
}

/** The size that a file with this header has at least. */
function archiveSize(header: Header): number {
  return Math.max(
    headerBytes,
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  )
}

const metadataSchema = z.object({
  vector_layers: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
})

/** The fields of the road layer, as the metadata of the archive describe them; undefined without roads. */
function roadFields(file: number, header: Header): Record<string, unknown> | undefined {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header
  if (jsonMetadataLength > maxMetadataBytes) return undefined
  const packed = readBytes(file, jsonMetadataOffset, jsonMetadataLength)
  try {
    const isPacked = internalCompression === Compression.Gzip
    const text = isPacked ? gunzipSync(packed, { maxOutputLength: maxMetadataBytes }) : packed
    const { data } = metadataSchema.safeParse(JSON.parse(text.toString('utf8')))
    return data?.vector_layers.find(({ id }) => id === 'roads')?.fields
  } catch {
    return undefined
  }
}

function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}
