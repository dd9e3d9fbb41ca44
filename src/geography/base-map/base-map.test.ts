import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { squareOf } from './mercator.ts'
import { isInside } from './rings.ts'
import { lastZoom } from './tiles.ts'

const kilobyte = 1024
const folder = new URL('../../../dist/map/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('edition.json', folder), 'utf8'))
const edition = fileURLToPath(new URL(`${version}/`, folder))
const files = globSync('*/*/*.mvt', { cwd: edition })

const places: Record<string, GeoJSON.Position> = {
  'downtown Miami': [-80.21, 25.77],
  'Key Biscayne': [-80.16, 25.69],
  Kingston: [-76.79, 18.01],
  Manhattan: [-73.97, 40.77],
  'the City of London': [-0.09, 51.51],
  Chicago: [-87.65, 41.88],
  Toronto: [-79.42, 43.7],
  'Isle Royale': [-88.9, 48.02],
  'the far east of Russia': [-172, 66],
  Suva: [178.44, -18.1],
}
const waters: Record<string, GeoJSON.Position> = {
  'Biscayne Bay': [-80.15, 25.74],
  'Kingston Harbour': [-76.8, 17.96],
  'the Hudson': [-74.01, 40.76],
  'Lake Michigan': [-87, 43],
  'the Canadian side of Lake Superior': [-86.5, 48.3],
  'the Canadian side of Lake Erie': [-81.2, 42.45],
  'Lake Okeechobee': [-80.85, 26.95],
  'the Caspian Sea': [51, 41],
  'the Pacific at the date line': [179.9, 0],
}

describe('the built map', () => {
  test.each(Object.entries(places))('%s stands on land', (_name, position) => {
    expect(isLand(position)).toBe(true)
  })

  test.each(Object.entries(waters))('%s is water', (_name, position) => {
    expect(isLand(position)).toBe(false)
  })

  test.each(['Miami', 'Kingston', 'London', 'Toronto', 'New York City'])('%s is named from afar', (name) => {
    const named = [0, 1, 2, 3, 4].flatMap((z) => allAt(z).flatMap((tile) => namesIn(tile.layers.place)))
    expect(named).toContain(name)
  })

  test('every place of the gazetteer is named on the map of its neighbourhood', () => {
    const gazetteer = readFileSync(new URL('../../../data/geography/cities.csv.gz', import.meta.url))
    const rows = gunzipSync(gazetteer).toString().trimEnd().split('\n').length - 1
    const named = allAt(lastZoom).reduce((sum, tile) => sum + (tile.layers.place?.length ?? 0), 0)
    expect(named).toBe(rows)
  })

  test('the states have their names, and their abbreviations', () => {
    const labels = allAt(3).flatMap((tile) => labelsIn(tile.layers.area))
    expect(labels).toContainEqual(expect.objectContaining({ kind: 'state', name: 'Florida', short: 'FL' }))
    expect(labels.filter(({ kind }) => kind === 'state').length).toBeGreaterThanOrEqual(51)
  })

  test('every tile can be read, and has only what the style shows', () => {
    const layers = new Set(files.flatMap((file) => Object.keys(read(file).layers)))
    expect([...layers].sort()).toEqual(['area', 'border', 'land', 'place'])
  })

  test('no tile weighs more than a picture, nor all of them more than a few', () => {
    const weights = files.map((file) => readFileSync(`${edition}${file}`).length)
    expect(Math.max(...weights)).toBeLessThan(90 * kilobyte)
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(6 * kilobyte * kilobyte)
  })

  test('a phone opens the map at Miami with one tile of less than 20 KB', () => {
    expect(readFileSync(`${edition}${fileAt([-80.2, 25.77])}`).length).toBeLessThan(20 * kilobyte)
  })
})

function isLand(position: GeoJSON.Position) {
  const layer = tileAt(position)?.layers.land
  if (!layer) return false
  const { x, y } = squareOf(position)
  const within = [(x * 2 ** lastZoom) % 1, (y * 2 ** lastZoom) % 1].map((share) => share * layer.extent)
  const rings = featuresOf(layer).flatMap((feature) => feature.loadGeometry())
  return (
    rings.filter((ring) =>
      isInside(
        within,
        ring.map(({ x, y }) => [x, y]),
      ),
    ).length %
      2 ===
    1
  )
}

function labelsIn(layer: VectorTileLayer | undefined) {
  return layer ? featuresOf(layer).map(({ properties }) => properties) : []
}

function namesIn(layer: VectorTileLayer | undefined) {
  return labelsIn(layer).map(({ name }) => name)
}

function featuresOf(layer: VectorTileLayer) {
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index))
}

function allAt(z: number) {
  return files.filter((file) => file.startsWith(`${z}/`)).map(read)
}

function tileAt(position: GeoJSON.Position) {
  const file = fileAt(position)
  return files.includes(file) ? read(file) : undefined
}

function fileAt(position: GeoJSON.Position) {
  const { x, y } = squareOf(position)
  return `${lastZoom}/${Math.floor(x * 2 ** lastZoom)}/${Math.floor(y * 2 ** lastZoom)}.mvt`
}

function read(file: string) {
  return new VectorTile(new PbfReader(gunzipSync(readFileSync(`${edition}${file}`))))
}
