import { shownDays } from './format-date-range.ts'

/** Time units, each with the longest span in days that it suits. */
const units = { week: 400, month: 1150, quarter: 5500, year: Number.POSITIVE_INFINITY } as const
export type TimeUnit = keyof typeof units
/** Days, both included (YYYY-MM-DD). */
type Days = { first: string; last: string }

const dayMs = 86_400_000

/** The finest of these units that suits a span of days (YYYY-MM-DD). */
export function unitFor<Unit extends TimeUnit>(
  first: string,
  last: string,
  from: readonly [Unit, ...Unit[]],
): Unit {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs
  return from.find((unit) => days <= units[unit]) ?? (from.at(-1) as Unit)
}

/** The first days of the units in a span, in order, as PostgreSQL's `date_trunc` computes them. */
export function startsWithin(first: string, last: string, unit: TimeUnit): string[] {
  const starts: string[] = []
  for (let start = startOf(first, unit); start <= last; start = startAfter(start, unit)) starts.push(start)
  return starts
}

function startOf(day: string, unit: TimeUnit): string {
  const [year = '', month = ''] = day.split('-')
  if (unit === 'year') return `${year}-01-01`
  if (unit === 'month') return `${year}-${month}-01`
  if (unit === 'quarter') return `${year}-${twoDigits(Math.floor((Number(month) - 1) / 3) * 3 + 1)}-01`
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return dayOf(Date.parse(day) - weekday * dayMs)
}

function startAfter(start: string, unit: TimeUnit): string {
  const days = { week: 7, month: 31, quarter: 93, year: 366 }[unit]
  return startOf(dayOf(Date.parse(start) + days * dayMs), unit)
}

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The label of a unit by its first day: "Mar 2026", "Q1 2026", "2026", or "3/2" for a week. */
function shownUnit(start: string, unit: TimeUnit): string {
  const [year = '', month = '', day = ''] = start.split('-')
  if (unit === 'year') return year
  if (unit === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`
  if (unit === 'week') return `${Number(month)}/${Number(day)}`
  return `${monthForm.format(new Date(start))} ${year}`
}

const monthForm = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** The part of a unit that lies within a period, and whether it is partial. */
function partOf(start: string, unit: TimeUnit, { first, last }: Days) {
  const end = dayOf(Date.parse(startAfter(start, unit)) - dayMs)
  const [from, to] = [start < first ? first : start, end > last ? last : end]
  return { from, to, isPart: from !== start || to !== end }
}

/** The label of a unit in a period: "Mar 2026", "Mar 2026 (3/9 – 3/31)" if partial, and the days for a week. */
export function shownPart(start: string, unit: TimeUnit, period: Days): string {
  const { from, to, isPart } = partOf(start, unit, period)
  if (unit === 'week') return shownDays(from, to)
  return isPart
    ? `${shownUnit(start, unit)} (${shownDays(from, to).replaceAll(/\/\d{4}/g, '')})`
    : shownUnit(start, unit)
}

/** Axis labels: months show the year only where it changes; a star marks partial units. */
export const axisLabels = (starts: readonly string[], unit: TimeUnit, period: Days): string[] =>
  starts.map((start, at) => {
    const { from, isPart } = partOf(start, unit, period)
    const shown = shownUnit(unit === 'week' ? from : start, unit)
    const isShort = unit === 'month' && at > 0 && !start.endsWith('-01-01')
    return `${isShort ? shown.slice(0, -5) : shown}${isPart ? '*' : ''}`
  })

/** Whether a period begins or ends inside a unit. */
export const hasPart = (starts: readonly string[], unit: TimeUnit, period: Days): boolean =>
  starts.some((start) => partOf(start, unit, period).isPart)
