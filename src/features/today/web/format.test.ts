import { expect, test } from 'vitest'
import { daysAgo, isLongWait } from './format.ts'

test('waiting times of more than 30 days are long', () => {
  expect([isLongWait(30 * 1440), isLongWait(30 * 1440 + 1)]).toEqual([false, true])
})

test('days are counted back across the end of a month', () => {
  const dates = [0, 1, 6].map((days) => daysAgo(days, '2026-03-01'))
  expect(dates).toEqual(['2026-03-01', '2026-02-28', '2026-02-23'])
})
