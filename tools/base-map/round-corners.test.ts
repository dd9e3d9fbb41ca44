import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceKm } from './rings.ts'
import { roundCorners } from './round-corners.ts'

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
]
const cutKm = 1

test('a square stays a square except at its corners', () => {
  const soft = roundCorners(square, cutKm)
  expect(soft.length).toBeGreaterThan(square.length)
  for (const position of soft)
    expect(square.some((corner) => distanceKm(corner, position) <= 2.01 * cutKm)).toBe(true)
})

test('a closed line stays closed', () => {
  const soft = roundCorners(square, cutKm)
  expect(soft.at(-1)).toEqual(soft[0])
})

test('an open line keeps its end points so that borders still meet', () => {
  const position = fc.tuple(
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(position, { minLength: 2, maxLength: 20 }), (line) => {
      const isOpen = line[0]?.[0] !== line.at(-1)?.[0] || line[0]?.[1] !== line.at(-1)?.[1]
      fc.pre(isOpen)
      const soft = roundCorners(line, cutKm)
      expect([soft[0], soft.at(-1)]).toEqual([line[0], line.at(-1)])
    }),
  )
})

test('keeps straight lines unchanged', () => {
  const line = [
    [0, 0],
    [1, 0.01],
    [2, 0],
  ]
  expect(roundCorners(line, cutKm)).toEqual(line)
})
