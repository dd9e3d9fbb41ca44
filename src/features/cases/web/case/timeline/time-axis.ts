const dayMs = 86_400_000
/** Fewer days would make a single day as wide as a week. */
const fewestDays = 6
/** 1970-01-04, the origin for counting weeks. */
const aSunday = 3

/** Position of a tick; `year` is set if it differs from the previous tick's year. */
export type Tick = { place: number; label: string; year: string | undefined }

export type TimeAxis = {
  /** The number of days it spans. */
  days: number
  ticks: Tick[]
  /** The position of a day, from 0 to 100. */
  placeOf: (day: string) => number
}

type Step = { unit: 'day' | 'month'; every: number }
const days = (every: number) => ({ unit: 'day' as const, every })
const months = (every: number) => ({ unit: 'month' as const, every })
/** Familiar units come first; the others cover spans between two of them. */
const steps: readonly Step[] = [
  ...[1, 2, 7, 4, 14].map(days),
  ...[months(1), days(28)],
  ...[2, 3, 6, 12, 24, 60, 36, 120, 240, 600, 360, 1200].map(months),
]
const fewestTicks = 2

/**
 * Creates an axis that covers all of these days (YYYY-MM-DD), with a tick per day, week, month or year. It uses as
 * many ticks as fit; `mostTicks` must be at least four.
 */
export function timeAxis(shown: readonly string[], mostTicks: number): TimeAxis {
  const numbers = shown.map(numberOf)
  const [earliest, latest] = [Math.min(...numbers), Math.max(...numbers)]
  const lacking = Math.max(0, fewestDays - (latest - earliest))
  const first = earliest - Math.ceil(lacking / 2)
  const last = latest + Math.floor(lacking / 2)
  const at = (number: number) => (100 * (number - first)) / (last - first)
  const ticks = (step: Step) => daysAt(step, { first, last, atMost: mostTicks + 1 })
  const fits = ({ length }: number[]) => length >= fewestTicks && length <= mostTicks
  const step = steps.find((each) => fits(ticks(each))) as Step
  return {
    days: last - first,
    ticks: labelled(step, ticks(step)).map((tick) => ({ ...tick, place: at(tick.number) })),
    placeOf: (day) => at(numberOf(day)),
  }
}

/** Keeps every nth tick, and moves the year label of a dropped tick to the next one. */
export function thinned(ticks: readonly Tick[], every: number): Tick[] {
  const yearAt = (at: number) =>
    ticks.slice(Math.max(at - every + 1, 0), at + 1).findLast(({ year }) => year)?.year
  return ticks.flatMap((tick, at) => (at % every === 0 ? [{ ...tick, year: yearAt(at) }] : []))
}

/** Filters to valid days since 1970. */
const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs

const dateOf = (number: number) => new Date(number * dayMs)

type Span = { first: number; last: number; atMost: number }

/** Lists the tick days of a span, cut off after the maximum. */
function daysAt({ unit, every }: Step, { first, last, atMost }: Span): number[] {
  const isDay = unit === 'day'
  const [from, to] = isDay ? [first - aSunday, last - aSunday] : [monthOf(first), monthOf(last)]
  const found: number[] = []
  for (let at = Math.ceil(from / every) * every; at <= to && found.length < atMost; at += every) {
    const number = isDay ? at + aSunday : Date.UTC(1900, at) / dayMs
    if (number >= first) found.push(number)
  }
  return found
}

/** Months since January 1900. */
const monthOf = (number: number) =>
  (dateOf(number).getUTCFullYear() - 1900) * 12 + dateOf(number).getUTCMonth()

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function labelled({ unit, every }: Step, numbers: readonly number[]) {
  const yearOf = (number: number | undefined) => number !== undefined && dateOf(number).getUTCFullYear()
  return numbers.map((number, at) => {
    const date = dateOf(number)
    const year = String(date.getUTCFullYear())
    if (every % 12 === 0) return { number, label: year, year: undefined }
    return {
      number,
      label: unit === 'day' ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}` : monthName.format(date),
      year: yearOf(number) === yearOf(numbers[at - 1]) ? undefined : year,
    }
  })
}
