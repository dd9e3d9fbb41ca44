import { dayMs } from '#platform/contract/clock.ts'
import { dayInUtc, formatDay } from '#platform/contract/date-format.ts'

/** Time units, each with the longest span, in days, for which it is used. */
const units = { week: 400, month: 1150, quarter: 5500, year: Number.POSITIVE_INFINITY } as const
export type TimeUnit = keyof typeof units
/** Days, both included (YYYY-MM-DD). */
type Days = { first: string; last: string }

/** Chooses the finest of the given units that suits a span of days (YYYY-MM-DD). */
export function chooseUnit<Unit extends TimeUnit>(
  first: string,
  last: string,
  from: readonly [Unit, ...Unit[]],
): Unit {
  const days = (Date.parse(last) - Date.parse(first)) / dayMs
  return from.find((unit) => days <= units[unit]) ?? (from.at(-1) as Unit)
}

/** Lists the first days of the buckets in a span, in order, as PostgreSQL's `date_trunc` computes them. */
export function listBucketStarts(first: string, last: string, unit: TimeUnit): string[] {
  const starts: string[] = []
  for (let start = bucketStart(first, unit); start <= last; start = nextBucketStart(start, unit))
    starts.push(start)
  return starts
}

function bucketStart(day: string, unit: TimeUnit): string {
  const [year = '', month = ''] = day.split('-')
  if (unit === 'year') return `${year}-01-01`
  if (unit === 'month') return `${year}-${month}-01`
  if (unit === 'quarter') return `${year}-${twoDigits(Math.floor((Number(month) - 1) / 3) * 3 + 1)}-01`
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return dayInUtc(Date.parse(day) - weekday * dayMs)
}

function nextBucketStart(start: string, unit: TimeUnit): string {
  const days = { week: 7, month: 31, quarter: 93, year: 366 }[unit]
  return bucketStart(dayInUtc(Date.parse(start) + days * dayMs), unit)
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Formats a bucket by its first day: "Mar 2026", "Q1 2026", "2026", or "3/2" for a week. */
function formatUnit(start: string, unit: TimeUnit): string {
  const [year = '', month = '', day = ''] = start.split('-')
  if (unit === 'year') return year
  if (unit === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`
  if (unit === 'week') return `${Number(month)}/${Number(day)}`
  return `${monthForm.format(new Date(start))} ${year}`
}

const monthForm = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Clips a bucket to a period; `isPartial` if that removes days. */
export function clipBucket(start: string, unit: TimeUnit, { first, last }: Days) {
  const end = dayInUtc(Date.parse(nextBucketStart(start, unit)) - dayMs)
  const [from, to] = [start < first ? first : start, end > last ? last : end]
  return { from, to, isPartial: from !== start || to !== end }
}

/** Formats a bucket in a period: "Mar 2026", "Mar 2026 (3/9 – 3/31)" if partial, or the days of a week. */
export function formatBucket(start: string, unit: TimeUnit, period: Days): string {
  const { from, to, isPartial } = clipBucket(start, unit, period)
  if (unit === 'week') return formatDateRange(from, to)
  return isPartial
    ? `${formatUnit(start, unit)} (${formatDateRange(from, to).replaceAll(/\/\d{4}/g, '')})`
    : formatUnit(start, unit)
}

/** Formats axis labels. Months show the year only where it changes; an asterisk marks partial buckets. */
export const axisLabels = (starts: readonly string[], unit: TimeUnit, period: Days): string[] =>
  starts.map((start, at) => {
    const { from, isPartial } = clipBucket(start, unit, period)
    const shown = formatUnit(unit === 'week' ? from : start, unit)
    const isShort = unit === 'month' && at > 0 && !start.endsWith('-01-01')
    return `${isShort ? shown.slice(0, -5) : shown}${isPartial ? '*' : ''}`
  })

/** Whether a period begins or ends inside a bucket. */
export const hasPartialBucket = (starts: readonly string[], unit: TimeUnit, period: Days): boolean =>
  starts.some((start) => clipBucket(start, unit, period).isPartial)

/**
 * Formats a date range without spaces at which a table could break the line: "3/4/2026", "3/4 – 3/9/2026",
 * "12/30/2025 – 1/2/2026".
 */
export function formatDateRange(from: string, to: string): string {
  if (from === to) return formatDay(from)
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const begin = isOneYear ? formatDay(from).replace(/\/\d{4}$/, '') : formatDay(from)
  return `${begin}\u00a0–\u00a0${formatDay(to)}`
}
