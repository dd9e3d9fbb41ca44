import { expect, test } from 'vitest'
import { pollInterval } from '#platform/web/background-query.ts'
import { isInProgress, progressPercent } from './report-runs.tsx'

test.each([
  ['waiting', true],
  ['running', true],
  ['done', false],
  ['failed', false],
  ['cancelled', false],
] as const)('a report that is %s is in progress: %s', (state, expected) => {
  expect(isInProgress({ state })).toBe(expected)
})

test('polling slows from every second to every ten seconds', () => {
  const pauses = [0, 1, 5, 6, 20, 30].map(pollInterval)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(pauses.slice(0, 3)).toEqual([1000, 1000, 1000])
  expect(pauses.at(-1)).toBe(10_000)
})

test('progress reaches 100% only with the last row', () => {
  expect(progressPercent({ rowsDone: 0, rows: 0 })).toBe(0)
  expect(progressPercent({ rowsDone: 19_999, rows: 20_000 })).toBe(99)
  expect(progressPercent({ rowsDone: 20_000, rows: 20_000 })).toBe(100)
})
