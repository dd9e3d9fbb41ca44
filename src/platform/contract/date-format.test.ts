import { expect, test } from 'vitest'
import { clockTimeInTimeZone, dayInTimeZone, formatDay, parseDay } from './date-format.ts'

test.each([
  '',
  'tomorrow',
  '2026-02-29',
  '13/1/2026',
  '1/32/2026',
  '2026-1',
  '0026-01-02',
  '1/2/26',
  '2026-01-02T00:00',
])('%j is not a date', (text) => {
  expect(parseDay(text)).toBeUndefined()
})

test.each([
  ['2026-01-02', '2026-01-02'],
  ['1/2/2026', '2026-01-02'],
  ['02/29/2028', '2028-02-29'],
  ['2026-1-2', '2026-01-02'],
])('%s parses as the date %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test('formats a date as M/D/YYYY', () => {
  expect(formatDay('2026-01-02')).toBe('1/2/2026')
  expect(formatDay('2026-11-21')).toBe('11/21/2026')
})

test('an instant falls on different dates in different time zones', () => {
  const instant = new Date('2027-01-01T03:00:00Z')
  expect(dayInTimeZone('America/New_York', instant)).toBe('2026-12-31')
  expect(dayInTimeZone('Europe/Berlin', instant)).toBe('2027-01-01')
})

test.each([
  ['America/New_York', '2026-11-21T19:05:09.000Z', '2026-11-21T14:05:09'],
  ['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-01T00:00:00'],
  ['Europe/Berlin', '2026-12-31T23:30:00.000Z', '2027-01-01T00:30:00'],
])('clocks in %s show %s as %s', (timeZone, instant, clockTime) => {
  expect(clockTimeInTimeZone(timeZone, instant)).toBe(clockTime)
})
