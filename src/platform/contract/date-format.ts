const written = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\/(\d{1,2})\/(\d{4}))$/

/** The first and last accepted year. */
export const years = { first: 1900, last: 2199 }

/**
 * Parses a date ("2026-01-02" or M/D/YYYY) to "2026-01-02"; undefined for an invalid date or a year out of
 * range.
 */
export function parseDay(text: string): string | undefined {
  const day = parseDayOfAnyYear(text)
  const year = Number(day?.slice(0, 4))
  return year >= years.first && year <= years.last ? day : undefined
}

/** Like `parseDay`, but accepts any four-digit year. */
export function parseDayOfAnyYear(text: string): string | undefined {
  const [, isoYear, isoMonth, isoDay, month = isoMonth, day = isoDay, year = isoYear] =
    written.exec(text) ?? []
  if (!year || !month || !day) return undefined
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * The number of days in a month, where January is 1. Avoids `Date`, since an import parses millions of dates.
 */
function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
}

/** Formats a date for people: "2026-01-02" becomes 1/2/2026. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split('-')
  return `${Number(month)}/${Number(day)}/${year}`
}

/** The date of an instant in UTC, for example "2026-01-02". */
export const dayInUtc = (instant: number | Date): string => new Date(instant).toISOString().slice(0, 10)

/** The date of an instant in a time zone, for example "2026-01-02". */
export const dayInTimeZone = (timeZone: string, instant: Date): string =>
  getDayFormatter(timeZone).format(instant)

/** Formats an instant in a time zone, for example as "11/21/2026 2:05 PM". */
export function formatInstantInTimeZone(timeZone: string, instant: string | number | Date): string {
  return getInstantFormatter(timeZone).format(new Date(instant)).replace(',', '').replaceAll(/\s/g, ' ')
}

/** The date and time of an instant on the clocks of a time zone, for example "2026-11-21T14:05:00". */
export const clockTimeInTimeZone = (timeZone: string, instant: string): string =>
  getClockFormatter(timeZone).format(new Date(instant)).replace(' ', 'T')

/** Formats the time of day of an instant in a time zone, for example as "2:05 PM". */
export const formatTimeInTimeZone = (timeZone: string, instant: string): string =>
  getTimeFormatter(timeZone).format(new Date(instant)).replaceAll(/\s/g, ' ')

const getDayFormatter = cacheFormatters('sv-SE', { dateStyle: 'short' })
const getClockFormatter = cacheFormatters('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
const getInstantFormatter = cacheFormatters('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const getTimeFormatter = cacheFormatters('en-US', { hour: 'numeric', minute: '2-digit' })

/**
 * Returns a function that gets the formatter for a time zone. It creates each formatter only once, because that takes as
 * long as formatting dozens of dates.
 */
export function cacheFormatters(locale: string, options: Intl.DateTimeFormatOptions) {
  const formatters = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formatters.set(timeZone, formatter)
    return formatter
  }
}
