import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import { parse } from 'csv-parse/sync'
import { PbfReader } from 'pbf'
import { describe, expect, test } from 'vitest'
import { builtUpZoom, lastLandZoom, lastNameZoom, shoreZoom } from '#geography/rules.ts'
import { isInland } from '#geography/server/base-map-routes.ts'
import type { TileName } from './geojson-tiles.ts'
import { createLandTest } from './is-land.ts'
import { toMercator } from './mercator.ts'

const kilobyte = 1024
const folder = new URL('../../dist/map/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('edition.json', folder), 'utf8'))
const edition = fileURLToPath(new URL(`${version}/`, folder))
const files = new Set(globSync('*/*/*/*.mvt', { cwd: edition }))
const inland = contentOf('land/inland.bits')
const gazetteer = new URL('../../data/geography/cities.csv.gz', import.meta.url)
const cities: Record<string, string>[] = parse(gunzipSync(readFileSync(gazetteer)), { columns: true })
const isLand = createLandTest(landIn, lastLandZoom)

const places: Record<string, GeoJSON.Position> = {
  'the centre of ZIP 33131, between Miami and its bay': [-80.189, 25.766],
  'downtown Miami': [-80.21, 25.77],
  'Miami Beach': [-80.131, 25.79],
  'Key Biscayne': [-80.165, 25.69],
  Galveston: [-94.79, 29.29],
  'Cape Hatteras': [-75.53, 35.25],
  'Kingston, Jamaica': [-76.79, 17.99],
  'Montego Bay': [-77.915, 18.465],
  'San Juan': [-66.06, 18.42],
  Manhattan: [-73.97, 40.77],
  'Morningside Heights': [-73.962, 40.81],
  Yonkers: [-73.88, 40.94],
  'Fort Lee': [-73.975, 40.85],
  Alameda: [-122.25, 37.768],
  'downtown Oakland': [-122.27, 37.805],
  Camden: [-75.11, 39.94],
  'Center City, Philadelphia': [-75.163, 39.952],
  'the White House': [-77.0365, 38.8977],
  'Alexandria, Virginia': [-77.06, 38.82],
  'Staten Island': [-74.15, 40.58],
  'downtown San Francisco': [-122.41, 37.78],
  Singapore: [103.83, 1.33],
  Munich: [11.57, 48.14],
  'the City of London': [-0.09, 51.513],
  Chicago: [-87.65, 41.88],
  Toronto: [-79.42, 43.7],
  'Isle Royale': [-88.9, 48.02],
  'the far east of Russia': [-172, 66],
  'Viti Levu': [178, -17.8],
}
const waters: Record<string, GeoJSON.Position> = {
  'Biscayne Bay': [-80.2, 25.7],
  'Kingston Harbour': [-76.8, 17.96],
  'the bay of Montego Bay': [-77.94, 18.48],
  'the Hudson': [-74.017, 40.76],
  'the Hudson at the Bronx': [-73.925, 40.9],
  'the Hudson at Tarrytown': [-73.89, 41.07],
  'the Harlem River': [-73.9335, 40.82],
  'the East River': [-73.963, 40.75],
  'the Delaware at Philadelphia': [-75.134, 39.95],
  'the Potomac at Alexandria': [-77.033, 38.81],
  'the Potomac at Washington': [-77.056, 38.888],
  'the estuary between Oakland and Alameda': [-122.28, 37.7935],
  'San Francisco Bay': [-122.3, 37.7],
  'the Golden Gate': [-122.478, 37.82],
  'Tampa Bay': [-82.6, 27.75],
  'Pamlico Sound': [-75.9, 35.3],
  'Galveston Bay': [-94.85, 29.5],
  'Chesapeake Bay': [-76.4, 38.7],
  'Lake Michigan': [-87, 43],
  'the Canadian side of Lake Superior': [-86.5, 48.3],
  'the Canadian side of Lake Erie': [-81.2, 42.45],
  'Lake Okeechobee': [-80.85, 26.95],
  'the Caspian Sea': [51, 41],
  'the Pacific at the date line': [179.9, 0],
}

describe('the built map', () => {
  test.each(Object.entries(places))('%s is on land', (_name, position) => {
    expect(isLand(position)).toBe(true)
  })

  test.each(Object.entries(waters))('%s is water', (_name, position) => {
    expect(isLand(position)).toBe(false)
  })

  test.each(['Miami', 'Kingston', 'London', 'Toronto', 'New York City'])('labels %s at low zoom', (name) => {
    const named = [0, 1, 2, 3, 4].flatMap((z) => allAt(z).flatMap((tile) => namesIn(tile.layers.place)))
    expect(named).toContain(name)
  })

  test('has as many place labels at the last zoom as the gazetteer has places', () => {
    const named = allAt(lastNameZoom).reduce((sum, tile) => sum + (tile.layers.place?.length ?? 0), 0)
    expect(named).toBe(cities.length)
  })

  test('more than 99% of large cities are on land, and the others are within 1.5 km of it', () => {
    const large = cities
      .filter(({ population }) => Number(population) > 50_000)
      .map(({ longitude, latitude }) => [Number(longitude), Number(latitude)])
    const wet = large.filter((position) => !isLand(position))
    expect(wet.length / large.length).toBeLessThan(0.01)
    expect(wet.filter((position) => !around(position, 1.5).some(isLand))).toEqual([])
  })

  test('labels the states with names and abbreviations', () => {
    const labels = allAt(3).flatMap((tile) => labelsIn(tile.layers.area))
    expect(labels).toContainEqual(expect.objectContaining({ kind: 'state', name: 'Florida', short: 'FL' }))
    expect(labels.filter(({ kind }) => kind === 'state').length).toBeGreaterThanOrEqual(51)
  })

  test('every tile is readable, and the tiles have exactly the expected layers', () => {
    const layers = new Set([...files].flatMap((file) => Object.keys(read(file).layers)))
    expect([...layers].sort()).toEqual([
      'airport',
      'area',
      'border',
      'land',
      'place',
      'postal',
      'railroad',
      'river',
      'urban',
      'water',
    ])
  })

  test('keeps each tile and the whole map within their size limits', () => {
    const weights = [...files].map(weightOf)
    expect(Math.max(...weights)).toBeLessThan(90 * kilobyte)
    expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThan(16 * kilobyte * kilobyte)
  })

  test('the map has fewer than 11,000 files', () => {
    expect(files.size).toBeLessThan(11_000)
  })

  test('Miami is an urban area with an airport, and the Everglades are not', () => {
    const at = (position: GeoJSON.Position) => read(fileAt('built', position, builtUpZoom)).layers
    const miami = at([-80.21, 25.77])
    expect(miami.urban?.length).toBeGreaterThan(0)
    expect(miami.railroad?.length).toBeGreaterThan(0)
    expect(labelsIn(miami.airport)).toContainEqual(expect.objectContaining({ code: 'MIA' }))
    const { x, y } = toMercator([-80.9, 25.5])
    const inTile = [x, y].map((each) => Math.floor(((each * 2 ** builtUpZoom) % 1) * 8192))
    const rings = miami.urban ? featuresOf(miami.urban).flatMap((each) => each.loadGeometry()) : []
    const [east = 0, south = 0] = inTile
    const around = rings.filter((ring) => {
      const [xs, ys] = [ring.map((each) => each.x), ring.map((each) => each.y)]
      return (
        Math.min(...xs) < east && east < Math.max(...xs) && Math.min(...ys) < south && south < Math.max(...ys)
      )
    })
    expect(around).toEqual([])
  })

  test('the tile with the urban area of Miami is small', () => {
    expect(weightOf(fileAt('built', [-80.19, 25.77], builtUpZoom))).toBeLessThan(15 * kilobyte)
  })

  test('the three tiles that show Miami on a phone total less than 45 KB', () => {
    const miami = [-80.19, 25.77]
    const opened = [
      fileAt('land', miami, lastLandZoom),
      fileAt('shore', miami, shoreZoom),
      fileAt('names', miami, lastNameZoom),
    ]
    expect(opened.reduce((sum, file) => sum + weightOf(file), 0)).toBeLessThan(45 * kilobyte)
  })

  test.each(['33131', '10001', '94105', '99501', '00901', '96813'])('labels ZIP code %s', (code) => {
    const codes = [...files].filter((file) => file.startsWith('postal/')).flatMap((file) => codesIn(file))
    expect(codes).toContain(code)
  })

  test.each([
    ['Manhattan', [-73.97, 40.77]],
    ['Alameda', [-122.25, 37.768]],
    ['Honolulu', [-157.86, 21.31]],
    ['Kingston, Jamaica', [-76.79, 17.99]],
  ])('%s has a detailed coast', (_name, position) => {
    expect(files).toContain(fileAt('shore', position, shoreZoom))
  })
})

function codesIn(file: string) {
  return labelsIn(read(file).layers.postal).map(({ code }) => code)
}

/** Positions on two circles around a position, at the given distance and at half that distance. */
function around([lng = 0, lat = 0]: GeoJSON.Position, km: number): GeoJSON.Position[] {
  const directions = Array.from({ length: 32 }, (_, index) => (index * Math.PI) / 16)
  return [km / 2, km].flatMap((far) =>
    directions.map((direction) => [
      lng + (Math.sin(direction) * far) / 111.32 / Math.cos((lat * Math.PI) / 180),
      lat + (Math.cos(direction) * far) / 111.32,
    ]),
  )
}

function landIn(name: TileName) {
  const file = `land/${name.z}/${name.x}/${name.y}.mvt`
  if (!files.has(file) && !isInland(inland, name)) return []
  const { layers } = read(files.has(file) ? file : 'land/inland.mvt')
  return layers.land ? featuresOf(layers.land).map(shapeOf) : []
}

function shapeOf(feature: ReturnType<VectorTileLayer['feature']>) {
  const rings = feature.loadGeometry().map((ring) => ring.map(({ x, y }): [number, number] => [x, y]))
  return { type: 3 as const, geometry: rings, tags: {} }
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
  return [...files].filter((file) => file.startsWith(`names/${z}/`)).map(read)
}

function fileAt(set: string, position: GeoJSON.Position, z: number) {
  const { x, y } = toMercator(position)
  return `${set}/${z}/${Math.floor(x * 2 ** z)}/${Math.floor(y * 2 ** z)}.mvt`
}

function weightOf(file: string) {
  return readFileSync(`${edition}${file}`).length
}

function read(file: string) {
  return new VectorTile(new PbfReader(contentOf(file)))
}

function contentOf(file: string) {
  return gunzipSync(readFileSync(`${edition}${file}`))
}
