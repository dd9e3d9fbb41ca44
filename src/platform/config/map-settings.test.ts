import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeArchive } from '#test-support/pmtiles-archive.ts'
import { testIf } from '#test-support/skip-unless.ts'
import { mapTilesError } from './map-settings.ts'
import { InvalidSettingsError, readConfig, rejectUnsafeSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'map-tiles-'))

function fileWith(content: string | Uint8Array): string {
  const path = join(folder, `${crypto.randomUUID()}.pmtiles`)
  writeFileSync(path, content)
  return path
}

const archive = makeArchive()
const layer = (id: string, field: string) => ({ vector_layers: [{ id, fields: { [field]: 'String' } }] })
const wrongVersion = Buffer.from(archive)
wrongVersion[7] = 2
const hugeOffset = Buffer.from(archive)
hugeOffset.writeBigUInt64LE(2n ** 63n, 56)

describe('refuses map tiles', () => {
  test.each([
    ['that are no archive', 'Hello', 'is not a PMTiles archive of version 3'],
    ['that are empty', '', 'is not a PMTiles archive of version 3'],
    ['of another version', wrongVersion, 'is not a PMTiles archive of version 3'],
    ['with an impossible position', hugeOffset, 'is not a PMTiles archive of version 3'],
    ['that are cut off', archive.subarray(0, -1), `has ${archive.length - 1} of ${archive.length} bytes`],
    ['that end in the header', archive.subarray(0, 100), 'is not a PMTiles archive of version 3'],
    ['that are images', makeArchive({ tileType: 2 }), 'contains no vector tiles'],
    ['without metadata', makeArchive({ metadata: null }), 'does not contain the Protomaps basemap'],
    [
      'of another schema',
      makeArchive({ metadata: layer('transportation', 'class') }),
      'does not contain the Protomaps basemap',
    ],
    [
      'of the schema before version 4',
      makeArchive({ metadata: layer('roads', 'pmap:kind') }),
      'has the Protomaps tile schema from before version 4',
    ],
  ])('%s', (_what, content, sentence) => {
    const path = fileWith(content)
    expect(mapTilesError({ MAP_TILES: path })).toContain(`MAP_TILES: "${path}" `)
    expect(mapTilesError({ MAP_TILES: path })).toContain(sentence)
  })

  test.each([
    ['a file that does not exist', join(folder, 'none.pmtiles'), 'cannot be read (ENOENT)'],
    ['a folder', folder, 'cannot be read (not a file)'],
    ['a device', '/dev/zero', 'cannot be read (not a file)'],
  ])('from %s', (_what, path, sentence) => {
    expect(mapTilesError({ MAP_TILES: path })).toContain(sentence)
  })

  test('together with the style of an external map', () => {
    const settings = { MAP_TILES: fileWith(archive), MAP_STYLE_URL: 'https://tiles.example.com/style.json' }
    expect(mapTilesError(settings)).toContain('MAP_TILES and MAP_STYLE_URL are both set')
  })
})

test('accepts an archive with the Protomaps basemap, and no archive', () => {
  expect(mapTilesError({ MAP_TILES: fileWith(archive) })).toBeUndefined()
  expect(mapTilesError({})).toBeUndefined()
})

test('the portal does not start with wrong map tiles', () => {
  const config = readConfig({ MAP_TILES: fileWith('Hello') })
  expect(() => rejectUnsafeSettings(config)).toThrow(InvalidSettingsError)
})

const extracts = join(process.env.SHARED_DATA ?? '../shared/data', 'pmtiles')

testIf(existsSync(extracts))('tells a real extract of today from one of 2023', () => {
  const errorOf = (name: string) => mapTilesError({ MAP_TILES: join(extracts, name) })
  expect(errorOf('perth_protomaps_v4_2026.pmtiles')).toBeUndefined()
  expect(errorOf('firenze_protomaps_2023.pmtiles')).toContain('from before version 4')
})
