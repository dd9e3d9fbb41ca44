import { expect, test } from 'vitest'
import { dayInUtc } from '#platform/contract/date-format.ts'
import type { TimelineEntry } from '../../../activity-contract.ts'
import { timeAxis } from './time-axis.ts'
import { layoutLanes } from './timeline-chart.tsx'

const layout = (entries: TimelineEntry[], maxMarks: number) =>
  layoutLanes(
    entries,
    timeAxis(
      entries.map(({ day }) => day),
      10,
    ),
    maxMarks,
  )
const note = (day: string, count = 1): TimelineEntry => ({ day, kind: 'NOTES', count })

test('every kind has a lane, even without activity', () => {
  const { lanes, largest, isShared } = layout([note('2026-03-01', 3)], 60)
  expect(lanes.map(({ kind, total, marks }) => [kind, total, marks.length])).toEqual([
    ['MR', 0, 0],
    ['CASE', 0, 0],
    ['BILLS', 0, 0],
    ['NOTES', 3, 1],
  ])
  expect({ largest, isShared }).toEqual({ largest: 3, isShared: false })
})

test('the area of a mark is proportional to its count in all lanes', () => {
  const { lanes } = layout([{ day: '2026-03-01', kind: 'BILLS', count: 36 }, note('2026-03-09', 9)], 60)
  const [of36, of9] = lanes.flatMap(({ marks }) => marks.map(({ radius }) => radius))
  expect(of36).toBe(12)
  expect(of9).toBe(6)
})

test('a mark is never too small to see, and a single item never has a large mark', () => {
  const radiusOfLast = (entries: TimelineEntry[]) => layout(entries, 60).lanes[3]?.marks.at(-1)?.radius
  expect(radiusOfLast([note('2026-03-01', 4000), note('2026-03-09')])).toBe(3.5)
  expect(radiusOfLast([note('2026-03-01')])).toBeLessThan(5)
})

test('each day has its own mark if there is space; otherwise nearby days share one at their average position', () => {
  const days = [note('2026-03-01', 2), note('2026-03-02'), note('2026-03-21')]
  const marksIn = (maxMarks: number) => layout(days, maxMarks).lanes[3]?.marks
  expect(marksIn(60)).toMatchObject([
    { position: 0, count: 2 },
    { position: 5, count: 1 },
    { position: 100, count: 1 },
  ])
  expect(marksIn(10)).toMatchObject([
    { position: 5 / 3, count: 3, first: '2026-03-01', last: '2026-03-02' },
    { position: 100, count: 1 },
  ])
  expect(layout(days, 10).isShared).toBe(true)
})

test('a smaller mark is drawn on top of a larger neighbor', () => {
  const [, , , lane] = layout(
    [note('2025-01-01'), note('2025-01-08', 5), note('2025-01-09', 40), note('2026-01-01')],
    50,
  ).lanes
  expect(lane?.marks.map(({ count }) => count)).toEqual([40, 6, 1])
})

test.each([1, 16, 60])('all 500 items on 200 days are shown with at most %i marks', (maxMarks) => {
  const entries = Array.from({ length: 200 }, (_, at) =>
    note(dayInUtc(Date.UTC(2026, 0, 1 + 2 * at)), at % 2 ? 3 : 2),
  )
  const [, , , lane] = layout(entries, maxMarks).lanes
  expect(lane?.total).toBe(500)
  expect(lane?.marks.reduce((sum, { count }) => sum + count, 0)).toBe(500)
  expect(lane?.marks.length).toBeLessThanOrEqual(maxMarks)
})
