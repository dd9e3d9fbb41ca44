import { expect, test } from 'vitest'
import { formatInstant, formatTime } from './format-instant.ts'

test.each([
  ['2026-11-21T19:05:00Z', '11/21/2026 2:05 PM'],
  ['2026-07-01T04:30:59.999Z', '7/1/2026 12:30 AM'],
  ['2026-01-01T03:00:00Z', '12/31/2025 10:00 PM'],
])('formats %s as %s in New York', (instant, shown) => {
  expect(formatInstant(instant, 'America/New_York')).toBe(shown)
  expect(formatTime(instant, 'America/New_York')).toBe(shown.slice(shown.indexOf(' ') + 1))
})
