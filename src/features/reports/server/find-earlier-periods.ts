import { dayMs } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'

/** Days, both included (YYYY-MM-DD). */
export type Days = { first: string; last: string }

/**
 * The period before one, of the same length, and the same period a year earlier. Whole months are compared with whole
 * months, whatever their number of days; 2/29 becomes 2/28.
 */
export function findEarlierPeriods({ first, last }: Days): { prior: Days; lastYear: Days } {
  const isWhole = first.endsWith('-01') && toTime(last) + dayMs === toTime(firstOfMonth(last, 1))
  if (!isWhole) {
    const length = toTime(last) - toTime(first) + dayMs
    return {
      prior: { first: dayInUtc(toTime(first) - length), last: dayInUtc(toTime(first) - dayMs) },
      lastYear: { first: yearBefore(first), last: yearBefore(last) },
    }
  }
  const months = monthNumber(last) - monthNumber(first) + 1
  const shift = (by: number) => ({
    first: firstOfMonth(first, -by),
    last: dayInUtc(toTime(firstOfMonth(last, 1 - by)) - dayMs),
  })
  return { prior: shift(months), lastYear: shift(12) }
}

const toTime = (day: string) => Date.parse(day)

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The first day of the month that is this many months after the month of a day. */
function firstOfMonth(day: string, after: number): string {
  const months = monthNumber(day) + after
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

function yearBefore(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(4)]
  return `${year}${rest === '-02-29' ? '-02-28' : rest}`
}
