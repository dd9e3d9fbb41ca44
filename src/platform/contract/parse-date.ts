import { now } from './clock.ts'
import { parseDay } from './date-format.ts'

const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const digitsAlone = /^(\d{2})(\d{2})(\d{4})$/

/** Whether people write the month or the day of a date first, as in 1/2/2026. */
export type DateOrder = 'month first' | 'day first'

/**
 * Parses a typed date to "2026-01-02": 1/2/2026, 01-02-26, 01022026, 2026-01-02, or 2.1.2026 with the day first. A two-digit year becomes the
 * latest matching year, next year at most. Undefined for an invalid date.
 */
export function parseDate(text: string, order: DateOrder = 'month first'): string | undefined {
  const written = text.trim()
  const [, startYear, startMonth, startDay] = yearFirst.exec(written) ?? []
  if (startYear) return parseDay(`${startYear}-${startMonth}-${startDay}`)
  const [, first, second, year] = yearLast.exec(written) ?? digitsAlone.exec(written) ?? []
  const [month, day] = order === 'month first' ? [first, second] : [second, first]
  return year && parseDay(`${month}/${day}/${year.length === 2 ? fullYear(Number(year)) : year}`)
}

function fullYear(lastDigits: number): number {
  const next = now().getFullYear() + 1
  const inCentury = next - (next % 100) + lastDigits
  return inCentury > next ? inCentury - 100 : inCentury
}
