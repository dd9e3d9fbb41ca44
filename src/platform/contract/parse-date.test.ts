import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { parseDate } from './parse-date.ts'

let restore = () => {}
beforeEach(() => {
  restore = setClock(() => new Date('2026-11-21T12:00:00Z'))
})
afterEach(() => restore())

test.each(['', 'soon', '2/30/2026', '13/1/2026', '1/2', '1/2/026', '2026-1', '1/2/2026 at noon'])(
  '"%s" is not a date',
  (text) => {
    expect(parseDate(text)).toBeUndefined()
  },
)

test.each([
  ['1/2/2026', '2026-01-02'],
  ['01-02-26', '2026-01-02'],
  ['2026-01-02', '2026-01-02'],
  ['2026/1/2', '2026-01-02'],
  [' 1.2.2026 ', '2026-01-02'],
  ['01022026', '2026-01-02'],
  ['5/6/80', '1980-05-06'],
  ['1/1/27', '2027-01-01'],
  ['1/1/28', '1928-01-01'],
  ['2/29/2024', '2024-02-29'],
])('parses %s as %s', (text, day) => {
  expect(parseDate(text)).toBe(day)
})
