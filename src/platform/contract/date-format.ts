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
export const dayInTimeZone = (timeZone: string, instant: Date): string => dayForm(timeZone).format(instant)

/** Formats an instant in a time zone, for example as "11/21/2026 2:05 PM". */
export function formatInstantInTimeZone(timeZone: string, instant: string | number | Date): string {
  return instantForm(timeZone).format(new Date(instant)).replace(',', '').replaceAll(/\s/g, ' ')
}

/** The date and time of an instant on the clocks of a time zone, for example "2026-11-21T14:05:00". */
export const clockTimeInTimeZone = (timeZone: string, instant: string): string =>
  clockForm(timeZone).format(new Date(instant)).replace(' ', 'T')

/** Formats the time of day of an instant in a time zone, for example as "2:05 PM". */
export const formatTimeInTimeZone = (timeZone: string, instant: string): string =>
  timeForm(timeZone).format(new Date(instant)).replaceAll(/\s/g, ' ')

const dayForm = formOfZones('sv-SE', { dateStyle: 'short' })
const clockForm = formOfZones('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })
const instantForm = formOfZones('en-US', {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const timeForm = formOfZones('en-US', { hour: 'numeric', minute: '2-digit' })

/**
 * Creates one formatter per time zone and caches it: creating one takes as long as formatting dozens of
 * dates.
 */
export function formOfZones(locale: string, form: Intl.DateTimeFormatOptions) {
  const forms = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const made = forms.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...form, timeZone })
    forms.set(timeZone, made)
    return made
  }
}
