import { expect, test } from 'vitest'
import { countByWait } from './rules.ts'

const day = 24 * 60

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
