import { expect, test } from 'vitest'
import { chartTicks, formatShort } from './charts.ts'

test.each([
  [4, [0, 1, 2, 3, 4]],
  [4.001, [0, 2, 4, 6]],
  [10, [0, 2.5, 5, 7.5, 10]],
  [97, [0, 25, 50, 75, 100]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('a chart with a maximum of %d has its lines at %j', (most, lines) => {
  expect(chartTicks(most)).toEqual(lines)
})

test('the top line exceeds the maximum by less than one step, and there are three to six lines', () => {
  for (let exponent = -2; exponent < 12; exponent += 0.013) {
    const most = 10 ** exponent
    const lines = chartTicks(most)
    const [, step = 0] = lines
    const highest = lines.at(-1) ?? 0
    expect(highest).toBeGreaterThanOrEqual(most * 0.999_99)
    expect(highest - step).toBeLessThan(most)
    expect([3, 4, 5, 6]).toContain(lines.length)
  }
})

test.each([0, -5, Number.NaN])('an empty chart (%d) has a base line and one line above it', (most) => {
  expect(chartTicks(most)).toEqual([0, 1])
})

test('an axis of counts has lines only at whole numbers', () => {
  expect(chartTicks(1, { isWhole: true })).toEqual([0, 1])
  expect(chartTicks(2, { isWhole: true })).toEqual([0, 1, 2])
  expect(chartTicks(10, { isWhole: true })).toEqual([0, 5, 10])
  for (let most = 1; most < 5_000; most += 1)
    expect(chartTicks(most, { isWhole: true }).every(Number.isInteger)).toBe(true)
})

test.each([
  [0, '0'],
  [0.25, '0.25'],
  [999, '999'],
  [1_250, '1.25K'],
  [2_500_000, '2.5M'],
])('formats %d as %s', (value, shown) => {
  expect(formatShort(value)).toBe(shown)
})
