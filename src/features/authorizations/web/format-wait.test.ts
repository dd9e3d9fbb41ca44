import { expect, test } from 'vitest'
import { countByWait, formatWait } from './format-wait.ts'

const day = 24 * 60

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [310, '5 h 10 min'],
  [day - 1, '23 h 59 min'],
  [day, '1 day'],
  [45.5 * day, '45 days'],
])('a wait of %d minutes is formatted as %s', (minutes, expected) => {
  expect(formatWait(minutes)).toBe(expected)
})

test('every wait belongs to exactly one span, with boundaries at whole days', () => {
  const waits = [
    0,
    day - 1,
    day,
    4 * day - 1,
    4 * day,
    8 * day - 1,
    8 * day,
    31 * day - 1,
    31 * day,
    61 * day - 1,
    61 * day,
    400 * day,
  ]
  expect(countByWait(waits)).toEqual([2, 2, 2, 2, 2, 2])
})
