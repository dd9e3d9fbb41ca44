import { beforeAll, describe, expect, test } from 'vitest'
import { builtUpZoom } from '#geography/rules.ts'
import { builtUpLayers, clipToLand } from './built-up.ts'
import { extent, type FeaturesAt, geojsonTiles } from './geojson-tiles.ts'
import { worldLand } from './land.ts'
import { toMercator } from './mercator.ts'
import { isInside, type Ring } from './rings.ts'

const tile = { z: 0, x: 0, y: 0 }
const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
]
const areas = (...shapes: Ring[][]) =>
  (() => shapes.map((geometry) => ({ type: 3, geometry, tags: {} }))) as unknown as FeaturesAt
const ringsOf = (found: ReturnType<FeaturesAt>) =>
  found.flatMap(({ geometry }) => geometry as unknown as Ring[])

test('an area ends at the shore, in whole coordinates, and leaves lakes blank', () => {
  const land = areas([square(0, 50), square(20, 30)], [square(200, 300)])
  const rings = ringsOf(clipToLand(areas([square(10, 100)]), land)(tile))
  expect(rings.flat().every(([x = 0, y = 0]) => x <= 50 && y <= 50 && Number.isInteger(x + y))).toBe(true)
  expect(rings).toHaveLength(2)
  expect(rings.filter((ring) => isInside([25, 25], ring))).toHaveLength(2)
})

test('an area at sea is left out', () => {
  expect(clipToLand(areas([square(60, 90)]), areas([square(0, 50)]))(tile)).toEqual([])
  expect(clipToLand(areas([square(60, 90)]), areas())(tile)).toEqual([])
})

describe('the urban areas of the world', () => {
  let urban: FeaturesAt | undefined
  beforeAll(() => {
    const land = worldLand().map((geometry) => ({ type: 'Feature', geometry, properties: {} }) as const)
    urban = builtUpLayers(builtUpZoom, geojsonTiles(land, builtUpZoom)).urban
  })

  test.each([
    ['Miami', -80.21, 25.77, true],
    ['Biscayne Bay', -80.18, 25.71, false],
    ['Queens', -73.82, 40.73, true],
    ['the Hudson', -74.021, 40.76, false],
    ['San Francisco Bay', -122.33, 37.72, false],
    ['Tampa', -82.46, 27.95, true],
    ['Tampa Bay', -82.55, 27.75, false],
    ['Lake Michigan at Chicago', -87.55, 41.87, false],
  ])('%s (%d, %d) is urban: %s', (_name, longitude, latitude, isUrban) => {
    const { x, y } = toMercator([longitude, latitude])
    const [east, south] = [x * 2 ** builtUpZoom, y * 2 ** builtUpZoom]
    const found = urban?.({ z: builtUpZoom, x: Math.floor(east), y: Math.floor(south) }) ?? []
    const around = ringsOf(found).filter((ring) =>
      isInside([(east % 1) * extent, (south % 1) * extent], ring),
    )
    expect(around.length % 2).toBe(isUrban ? 1 : 0)
  })
})
