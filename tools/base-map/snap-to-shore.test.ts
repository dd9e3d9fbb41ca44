import { expect, test } from 'vitest'
import { distanceKm } from './rings.ts'
import { snapToShore } from './snap-to-shore.ts'

/** An island around 0° latitude and 0° longitude, a tenth of a degree wide. */
const isLand = ([lng = 0, lat = 0]: GeoJSON.Position) => Math.abs(lng) < 0.05 && Math.abs(lat) < 0.05
const coast = [0.05, 0]
const inland = [-0.04, 0]
const hub = [
  [inland, [-0.04, 0.01]],
  [inland, [-0.04, -0.01]],
]

function eastEnd(line: GeoJSON.Position[]) {
  const [landed = []] = snapToShore([line, ...hub], isLand)
  return landed.at(-1) ?? []
}

test('a line that runs out to sea is cut at the coast', () => {
  expect(distanceKm(eastEnd([inland, [0.3, 0]]), coast)).toBeLessThan(0.25)
})

test('extends a line that ends short of the coast', () => {
  const end = eastEnd([inland, [0.03, 0]])
  expect(isLand(end)).toBe(false)
  expect(distanceKm(end, coast)).toBeLessThan(0.5)
})

test('keeps a line that ends far inland unchanged', () => {
  const isContinent = ([lng = 0]: GeoJSON.Position) => lng < 2
  const line = [inland, [1, 0]]
  expect(snapToShore([line, ...hub], isContinent)[0]).toEqual(line)
})

test('does not move junctions, even in the water', () => {
  const meeting = [0.3, 0]
  const lines = [
    [inland, meeting],
    [meeting, inland],
  ]
  expect(snapToShore([...lines, ...hub], isLand).slice(0, 2)).toEqual(lines)
})

test('removes a line that is entirely at sea', () => {
  const line = [
    [1, 0],
    [2, 0],
  ]
  expect(snapToShore([line], isLand)).toEqual([[]])
})
