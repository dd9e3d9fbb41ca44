import { expect, test } from 'vitest'
import { worldLand } from './land.ts'
import { isInside, ringArea } from './rings.ts'

const land = worldLand()
const lakes = land.flatMap(({ coordinates: [, ...waters] }) => waters)

test('omits tiny islands and ponds', () => {
  expect(Math.min(...land.map(({ coordinates: [outline = []] }) => ringArea(outline)))).toBeGreaterThan(0.02)
  expect(Math.min(...lakes.map(ringArea))).toBeGreaterThan(4)
})

test('no lake or island is a triangle', () => {
  expect(Math.min(...lakes.map(({ length }) => length - 1))).toBeGreaterThanOrEqual(8)
  expect(
    Math.min(...land.map(({ coordinates: [outline = []] }) => outline.length - 1)),
  ).toBeGreaterThanOrEqual(4)
})

test('no outline jumps across the antimeridian', () => {
  const leaps = land.flatMap(({ coordinates }) =>
    coordinates.flatMap((ring) =>
      ring.filter(([lng = 0, lat = 0], index) => {
        const [before = lng] = ring[index - 1] ?? []
        return lat > -78 && Math.abs(lng - before) > 90
      }),
    ),
  )
  expect(leaps).toEqual([])
})

test.each([
  ['Lake Superior, Lake Michigan and Lake Huron', 202_000, [-87, 43.5]],
  ['Lake Erie and Lake St. Clair', 26_800, [-81.2, 42.2]],
  ['Lake Ontario', 19_300, [-77.9, 43.6]],
  ['Lake Okeechobee', 1_730, [-80.85, 26.95]],
  ['Lake Champlain', 1_270, [-73.3, 44.5]],
  ['Lake Tahoe', 490, [-120.03, 39.1]],
  ['Lake Victoria', 68_800, [33, -1]],
  ['the Caspian Sea', 380_000, [51, 41]],
])('the area of %s is right to within 8%%', (_name, knownKm2, position) => {
  const [lake = []] = lakes.filter((ring) => isInside(position, ring))
  expect(Math.abs(ringArea(lake) / knownKm2 - 1)).toBeLessThan(0.08)
})
