import { dayFrom } from '../../contract/calendar.ts'
import { now } from '../../contract/clock.ts'

const monthFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/
const digitsAlone = /^(\d{2})(\d{2})(\d{4})$/

/**
 * A day as it travels ("2026-01-02"), from how people type it: 1/2/2026, 01-02-26, 01022026, 2026-01-02. A year of two
 * digits is the latest that is at most next year. Undefined where there is no such day.
 */
export function typedDay(text: string): string | undefined {
  const written = text.trim()
  const [, startYear, startMonth, startDay] = yearFirst.exec(written) ?? []
  if (startYear) return dayFrom(`${startYear}-${startMonth}-${startDay}`)
  const [, month, day, year] = monthFirst.exec(written) ?? digitsAlone.exec(written) ?? []
  return year && dayFrom(`${month}/${day}/${year.length === 2 ? fullYear(Number(year)) : year}`)
}

function fullYear(lastDigits: number): number {
  const next = now().getFullYear() + 1
  const inCentury = next - (next % 100) + lastDigits
  return inCentury > next ? inCentury - 100 : inCentury
}
