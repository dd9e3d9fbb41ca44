import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { lakes } from './lake-shores.ts'
import { holesAndIslandsOfLakes } from './lakes.ts'
import { landOfTheWorld, smallestIslandKm2, smallestWaterKm2 } from './land.ts'
import { areaOf, isInside } from './rings.ts'

const land = landOfTheWorld()
const { holes, islands } = holesAndIslandsOfLakes()

test('no pond and no speck is drawn: the rings that atlases have by accident are gone', () => {
  const outlines = land.map(({ coordinates: [outline = []] }) => areaOf(outline))
  const waters = land.flatMap(({ coordinates: [, ...inner] }) => inner.map(areaOf))
  expect(Math.min(...outlines)).toBeGreaterThanOrEqual(smallestIslandKm2)
  expect(Math.min(...waters)).toBeGreaterThanOrEqual(smallestWaterKm2)
  expect(waters).toHaveLength(['the Caspian Sea', ...lakes].length)
})

test('no outline leaps over the antimeridian', () => {
  const leaps = land.flatMap(({ coordinates }) =>
    coordinates.flatMap((ring) =>
      ring.filter(([lng = 0, lat = 0], index) => {
        const [before = lng] = ring[index - 1] ?? []
        return lat > -85 && Math.abs(lng - before) > 90
      }),
    ),
  )
  expect(leaps).toEqual([])
})

test.each([
  ['Lake Superior', 82_100],
  ['Lake Michigan and Lake Huron', 117_600],
  ['Lake St. Clair', 1_114],
  ['Lake Erie', 25_670],
  ['Lake Ontario', 18_960],
  ['Lake Okeechobee', 1_900],
])('%s is drawn as large as it is, within 7 %%', (name, knownKm2) => {
  const drawn = areaOf(holes[lakes.findIndex((lake) => lake.name === name)] ?? [])
  expect(Math.abs(drawn / knownKm2 - 1)).toBeLessThan(0.07)
})

test('no town of Ontario stands in a lake', () => {
  const gazetteer = gunzipSync(
    readFileSync(new URL('../../../data/geography/cities.csv.gz', import.meta.url)),
  )
  const towns = (parse(gazetteer, { columns: true }) as Record<string, string>[])
    .filter(({ state_id }) => state_id === 'CA-08')
    .map(({ name, longitude, latitude }) => ({ name, at: [Number(longitude), Number(latitude)] }))
  expect(towns.length).toBeGreaterThan(300)
  expect(towns.filter(({ at }) => holes.some((hole) => isInside(at, hole)) && !onIsland(at))).toEqual([])
})

function onIsland(at: number[]) {
  return islands.some((island) => isInside(at, island))
}
