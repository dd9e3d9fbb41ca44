import { expect, test } from 'vitest'
import { retryDelay } from './deliver-due-items.ts'

test('retry delays grow from a minute to six hours', () => {
  const pauses = Array.from({ length: 12 }, (_, index) => retryDelay(index + 1) / 60_000)
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360])
})
