import { now } from './clock.ts'
import { parseDay } from './date-format.ts'

const monthFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const digitsAlone = /^(\d{2})(\d{2})(\d{4})$/

/**
 * Parses a typed date to "2026-01-02": 1/2/2026, 01-02-26, 01022026, 2026-01-02. A two-digit year becomes the
 * latest matching year, next year at most. Undefined for an invalid date.
 */
export function parseDate(text: string): string | undefined {
  const written = text.trim()
  const [, startYear, startMonth, startDay] = yearFirst.exec(written) ?? []
  if (startYear) return parseDay(`${startYear}-${startMonth}-${startDay}`)
  const [, month, day, year] = monthFirst.exec(written) ?? digitsAlone.exec(written) ?? []
  return year && parseDay(`${month}/${day}/${year.length === 2 ? fullYear(Number(year)) : year}`)
}

function fullYear(lastDigits: number): number {
  const next = now().getFullYear() + 1
  const inCentury = next - (next % 100) + lastDigits
  return inCentury > next ? inCentury - 100 : inCentury
}
