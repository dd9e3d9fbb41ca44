import { expect, test } from 'vitest'
import { axisLabels, formatBucket, hasPartialBucket, listBucketStarts } from './time-buckets.ts'

const period = { first: '2026-05-22', last: '2026-11-21' }

test.each([
  ['week', '2026-05-18', '5/22\u00a0–\u00a05/24/2026'],
  ['week', '2026-05-25', '5/25\u00a0–\u00a05/31/2026'],
  ['month', '2026-05-01', 'May 2026 (5/22\u00a0–\u00a05/31)'],
  ['month', '2026-06-01', 'Jun 2026'],
  ['month', '2026-11-01', 'Nov 2026 (11/1\u00a0–\u00a011/21)'],
  ['quarter', '2026-07-01', 'Q3 2026'],
  ['year', '2026-01-01', '2026 (5/22\u00a0–\u00a011/21)'],
] as const)('the %s of %s is labeled %s', (unit, start, shown) => {
  expect(formatBucket(start, unit, period)).toBe(shown)
})

test('an asterisk marks partial buckets on an axis', () => {
  const starts = listBucketStarts(period.first, period.last, 'month')
  expect(axisLabels(starts, 'month', period)).toEqual([
    'May 2026*',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov*',
  ])
  expect(hasPartialBucket(starts, 'month', period)).toBe(true)
  expect(hasPartialBucket(starts, 'month', { first: '2026-05-01', last: '2026-11-30' })).toBe(false)
})
