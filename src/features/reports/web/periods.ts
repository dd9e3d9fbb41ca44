/** A quick range with its first and last day in wire format. */
export type Period = { name: PeriodName; startDate: string; endDate: string }

export const periodNames = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'lastSixMonths',
  'thisYear',
] as const
export type PeriodName = (typeof periodNames)[number]

/** Returns the first and last day of a quick range as of a given day. A current period ends on that day. */
export function resolvePeriod(name: PeriodName, today: string): Period {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  const until = (start: string) => ({ name, startDate: start, endDate: today })
  const whole = (first: number, months: number) => ({
    name,
    startDate: toDay(year, first, 1),
    endDate: toDay(year, first + months, 0),
  })
  return {
    thisMonth: until(toDay(year, month, 1)),
    lastMonth: whole(month - 1, 1),
    thisQuarter: until(toDay(year, quarter, 1)),
    lastQuarter: whole(quarter - 3, 3),
    lastSixMonths: whole(month - 6, 6),
    thisYear: until(toDay(year, 1, 1)),
  }[name]
}

/** Formats a calendar day. A month or day that is out of range rolls over. */
const toDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
