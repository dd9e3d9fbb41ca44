import { expect, test } from 'vitest'
import { dayInUtc } from '#platform/contract/date-format.ts'
import { thinTicks, timeAxis } from './time-axis.ts'

const wide = 10
const narrow = 5

test.each([
  ['daily', wide, '2026-03-05', '2026-03-05', '3/2 2026, 3/3, 3/4, 3/5, 3/6, 3/7, 3/8'],
  ['daily', wide, '2026-02-26', '2026-03-05', '2/26 2026, 2/27, 2/28, 3/1, 3/2, 3/3, 3/4, 3/5'],
  ['two-day', narrow, '2026-02-26', '2026-03-05', '2/27 2026, 3/1, 3/3, 3/5'],
  ['weekly', wide, '2025-12-20', '2026-01-31', '12/21 2025, 12/28, 1/4 2026, 1/11, 1/18, 1/25'],
  ['monthly', wide, '2025-10-07', '2026-04-20', 'Nov 2025, Dec, Jan 2026, Feb, Mar, Apr'],
  ['quarterly', narrow, '2025-04-07', '2026-04-20', 'Jul 2025, Oct, Jan 2026, Apr'],
  ['yearly', wide, '2016-03-05', '2026-03-04', '2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026'],
  ['two-year', narrow, '2016-03-05', '2026-03-04', '2018, 2020, 2022, 2024, 2026'],
  ['twenty-year', narrow, '1950-01-01', '2026-03-04', '1960, 1980, 2000, 2020'],
])('the axis has %s ticks, at most %i, from %s to %s', (_what, most, first, last, expected) => {
  const { ticks } = timeAxis([last, first], most)
  expect(ticks.map(({ label, year }) => (year ? `${label} ${year}` : label)).join(', ')).toBe(expected)
})

test('with a large font, only every nth tick has a label, and a skipped year start is still labeled', () => {
  const { ticks } = timeAxis(['2025-10-07', '2026-04-20'], wide)
  const words = thinTicks(ticks, 2).map(({ label, year }) => (year ? `${label} ${year}` : label))
  expect(words).toEqual(['Nov 2025', 'Jan 2026', 'Mar'])
  expect(thinTicks(ticks, 3).map(({ label, year }) => `${label} ${year}`)).toEqual(['Nov 2025', 'Feb 2026'])
})

test('days are placed in proportion between the first and the last day, and a single day in the middle', () => {
  const { locate, days } = timeAxis(['2026-03-01', '2026-03-11', '2026-03-03'], wide)
  expect([days, locate('2026-03-01'), locate('2026-03-03'), locate('2026-03-11')]).toEqual([10, 0, 20, 100])
  expect(timeAxis(['2026-03-01'], wide).locate('2026-03-01')).toBe(50)
})

const dayAt = (year: number, month: number, day: number) => dayInUtc(Date.UTC(year, month, day))

/**
 * Yields spans of days that start on every third day of a leap year, and spans of months that start
 * throughout sixty years.
 */
function* spans() {
  for (let first = 0; first < 366; first += 3)
    for (let days = 0; days < 140; days += 1)
      yield [dayAt(2024, 0, 1 + first), dayAt(2024, 0, 1 + first + days)]
  for (let first = 0; first < 720; first += 11)
    for (let months = 4; months < 1200; months += 5)
      yield [dayAt(1970, first, 1 + (first % 28)), dayAt(1970, first + months, 28)]
}

test.each([4, 5, 10])('every span has at least two ticks and at most %i', (most) => {
  for (const [first = '', last = ''] of spans()) {
    const places = timeAxis([first, last], most).ticks.map(({ position }) => position)
    const isOrdered = places.every(
      (place, at) => place >= 0 && place <= 100 && place > (places[at - 1] ?? -1),
    )
    if (places.length < 2 || places.length > most || !isOrdered) expect.fail(`${first} to ${last}: ${places}`)
  }
})
