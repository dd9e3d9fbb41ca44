import { expect, test } from 'vitest'
import { heightAfter } from './layout.tsx'

test('scrolls to the top within 800 ms', () => {
  expect(heightAfter(0, 1200)).toBe(1200)
  expect(heightAfter(400, 1200)).toBe(600)
  expect(heightAfter(800, 1200)).toBe(0)
})

test('clamps early and late animation frames', () => {
  expect(heightAfter(-5, 1200)).toBe(1200)
  expect(heightAfter(5000, 1200)).toBe(0)
})

test('never scrolls down on the way up', () => {
  const heights = Array.from({ length: 81 }, (_, step) => heightAfter(step * 10, 1000))
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
})
