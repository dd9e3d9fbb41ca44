import { dayMs } from '#platform/contract/clock.ts'

/** With fewer days on the axis, a single day would be too wide. */
const minDays = 6
/** The day number of 1970-01-04, from which weeks are counted. */
const firstSunday = 3

/** Position of a tick; `year` is set if it differs from the previous tick's year. */
export type Tick = { position: number; label: string; year: string | undefined }

export type TimeAxis = {
  /** The number of days that the axis spans. */
  days: number
  ticks: Tick[]
  /** Returns the position of a day, from 0 to 100. */
  locate: (day: string) => number
}

type Step = { unit: 'day' | 'month'; every: number }
const days = (every: number) => ({ unit: 'day' as const, every })
const months = (every: number) => ({ unit: 'month' as const, every })
/** Tick steps in the order in which they are tried. */
const steps: readonly Step[] = [
  ...[1, 2, 7, 4, 14].map(days),
  months(1),
  days(28),
  ...[2, 3, 6, 12, 24, 60, 36, 120, 240, 600, 360, 1200].map(months),
]
const minTicks = 2

/**
 * Creates an axis that covers all of these days (YYYY-MM-DD), with ticks at intervals of days, weeks, months
 * or years. It uses the first step whose ticks fit; `maxTicks` must be at least four.
 */
export function timeAxis(shown: readonly string[], maxTicks: number): TimeAxis {
  const numbers = shown.map(toDayNumber)
  const [earliest, latest] = [Math.min(...numbers), Math.max(...numbers)]
  const missingDays = Math.max(0, minDays - (latest - earliest))
  const first = earliest - Math.ceil(missingDays / 2)
  const last = latest + Math.floor(missingDays / 2)
  const at = (number: number) => (100 * (number - first)) / (last - first)
  const ticks = (step: Step) => listTickDays(step, { first, last, atMost: maxTicks + 1 })
  const fits = ({ length }: number[]) => length >= minTicks && length <= maxTicks
  const step = steps.find((each) => fits(ticks(each))) as Step
  return {
    days: last - first,
    ticks: labelTicks(step, ticks(step)).map((tick) => ({ ...tick, position: at(tick.number) })),
    locate: (day) => at(toDayNumber(day)),
  }
}

/** Keeps every nth tick and moves the year label of a dropped tick to the next one that is kept. */
export function thinTicks(ticks: readonly Tick[], every: number): Tick[] {
  const yearAt = (at: number) =>
    ticks.slice(Math.max(at - every + 1, 0), at + 1).findLast(({ year }) => year)?.year
  return ticks.flatMap((tick, at) => (at % every === 0 ? [{ ...tick, year: yearAt(at) }] : []))
}

/** Returns the number of days since 1970-01-01. */
const toDayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

const toDate = (number: number) => new Date(number * dayMs)

type Span = { first: number; last: number; atMost: number }

/** Lists the days of a span that have a tick, up to a maximum number. */
function listTickDays({ unit, every }: Step, { first, last, atMost }: Span): number[] {
  const isDay = unit === 'day'
  const [from, to] = isDay
    ? [first - firstSunday, last - firstSunday]
    : [toMonthNumber(first), toMonthNumber(last)]
  const found: number[] = []
  for (let at = Math.ceil(from / every) * every; at <= to && found.length < atMost; at += every) {
    const number = isDay ? at + firstSunday : Date.UTC(1900, at) / dayMs
    if (number >= first) found.push(number)
  }
  return found
}

/** Returns the number of months since January 1900. */
const toMonthNumber = (number: number) =>
  (toDate(number).getUTCFullYear() - 1900) * 12 + toDate(number).getUTCMonth()

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function labelTicks({ unit, every }: Step, numbers: readonly number[]) {
  const toYear = (number: number | undefined) => number !== undefined && toDate(number).getUTCFullYear()
  return numbers.map((number, at) => {
    const date = toDate(number)
    const year = String(date.getUTCFullYear())
    if (every % 12 === 0) return { number, label: year, year: undefined }
    return {
      number,
      label: unit === 'day' ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}` : monthName.format(date),
      year: toYear(number) === toYear(numbers[at - 1]) ? undefined : year,
    }
  })
}
