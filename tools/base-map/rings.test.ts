import { expect, test } from 'vitest'
import { closeOverPole } from './rings.ts'

/** A coast around the South Pole that begins at a cape, with open water to the south of the cape. */
const roundThePole = [
  [-60, -63],
  [-64, -75],
  [10, -70],
  [100, -66],
  [170, -72],
  [-170, -76],
  [-100, -73],
  [-60, -63],
]

test('closes land around a pole along the antimeridian, wherever its coast begins', () => {
  const ring = closeOverPole(roundThePole)
  expect(ring[0]).toEqual([-180, -74])
  expect(ring.slice(-4)).toEqual([
    [180, -74],
    [180, -90],
    [-180, -90],
    [-180, -74],
  ])
  expect(ring.slice(1, -4)).toEqual([...roundThePole.slice(5, -1), ...roundThePole.slice(0, 5)])
})

test('keeps a ring that encloses no pole unchanged', () => {
  const island = roundThePole.slice(0, 3)
  expect(closeOverPole([...island, ...island.slice(0, 1)])).toEqual([...island, ...island.slice(0, 1)])
})
