import { expect, test } from 'vitest'
import { clipPolygon } from './clip-polygon.ts'
import type { Ring } from './rings.ts'

const box = { west: 0, east: 1, north: 1, south: 0 }
const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
]

test('clips an outline outside the box to nothing', () => {
  expect(clipPolygon(square(2, 3), box)).toEqual([])
})

test('keeps an outline within the box unchanged', () => {
  expect(clipPolygon(square(0.2, 0.8), box)).toEqual(square(0.2, 0.8))
})

test('clips an outline around the box to the box', () => {
  expect(clipPolygon(square(-5, 5), box).toSorted()).toEqual(square(0, 1).toSorted())
})

test('cuts an outline at the edge it crosses', () => {
  expect(clipPolygon(square(0.5, 2), box).toSorted()).toEqual(square(0.5, 1).toSorted())
})
