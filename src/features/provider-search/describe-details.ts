import { cacheFormatters } from '#platform/contract/date-format.ts'
import type { OpeningHours, Provider, ProviderDetails } from './contract.ts'
import { messages } from './result-messages.ts'

const text = messages.details

/** The details of a provider in words, what people choose by first: hours, new patients, languages, stars, access. */
export function describeDetails({ details }: Pick<Provider, 'details'>, at: Date): string[] {
  if (!details) return []
  const hours = describeHours(details, at)
  return [...(hours ? [hours] : []), ...describeServices(details)]
}

/** The details of a provider that do not depend on the time, in words. */
export function describeServices(details: ProviderDetails): string[] {
  const { acceptsNewPatients, languages, emergency, telehealth, wheelchairAccess, stars } = details
  const parts = [
    emergency && text.emergency,
    acceptsNewPatients !== null && (acceptsNewPatients ? text.newPatients : text.noNewPatients),
    languages.length > 0 && text.languages(languages.map(nameLanguage).join(', ')),
    stars !== null && text.stars(stars),
    telehealth && text.telehealth,
    wheelchairAccess && text.wheelchairAccess,
  ]
  return parts.filter((part) => typeof part === 'string')
}

let names: Intl.DisplayNames | undefined

/** The English name of a language (ISO 639-1), or its code if it has none. */
export function nameLanguage(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'language' })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

type Hours = Pick<ProviderDetails, 'hours' | 'timeZone'>

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes
const days = [1, 2, 3, 4, 5, 6, 7]

/** Whether a provider is open around the clock, every day. */
export const isAlwaysOpen = ({ hours }: Pick<Hours, 'hours'>): boolean =>
  days.every((day) => hours?.some((each) => each.day === day && isWholeDay(each)))

const isWholeDay = ({ opens, closes }: OpeningHours) => opens === '00:00' && closes === '24:00'

/** Whether a provider is open at a time; undefined if the hours or their time zone are unknown. */
export function isOpen(details: Hours, at: Date): boolean | undefined {
  if (isAlwaysOpen(details)) return true
  const minute = findMinute(details, at)
  return minute === undefined ? undefined : findClosing(toIntervals(details), minute) !== undefined
}

/** The hours at a time in words: "Open now until 6 PM"; undefined if they are unknown. */
export function describeHours(details: Hours, at: Date): string | undefined {
  if (isAlwaysOpen(details)) return text.alwaysOpen
  const minute = findMinute(details, at)
  const intervals = toIntervals(details)
  if (minute === undefined || intervals.length === 0) return undefined
  const closing = findClosing(intervals, minute)
  if (closing !== undefined) return text.openUntil(formatMinute(closing))
  const wait = Math.min(...intervals.map(({ start }) => (start - minute + weekMinutes) % weekMinutes))
  const opening = minute + wait
  const isToday = Math.floor(opening / dayMinutes) === Math.floor(minute / dayMinutes)
  return text.closedUntil(`${isToday ? '' : `${nameDay(opening)} `}${formatMinute(opening)}`)
}

/** The hours of a week, a line for each run of days that have the same hours: "Mon–Fri 8 AM – 6 PM". */
export function listWeeklyHours(details: Pick<Hours, 'hours'>): string[] {
  if (isAlwaysOpen(details)) return [text.alwaysOpen]
  const runs: { first: number; last: number; times: string }[] = []
  for (const day of days) {
    const times = formatTimes(details.hours?.filter((each) => each.day === day) ?? [])
    const run = runs.at(-1)
    if (run?.times === times) run.last = day
    else runs.push({ first: day, last: day, times })
  }
  return runs
    .filter(({ times }) => times !== '')
    .map(({ first, last, times }) => `${nameDays(first, last)} ${times}`)
}

const formatTimes = (hours: readonly OpeningHours[]) =>
  hours
    .map((each) =>
      isWholeDay(each)
        ? text.wholeDay
        : `${formatMinute(toMinutes(each.opens))} – ${formatMinute(toMinutes(each.closes))}`,
    )
    .join(', ')

const nameDays = (first: number, last: number) =>
  [...new Set([weekdays[first - 1], weekdays[last - 1]])].join('–')

/** Minutes since the start of Monday; the end may be in the following week. */
type Interval = { start: number; end: number }

const toIntervals = ({ hours }: Hours): Interval[] =>
  (hours ?? []).map(({ day, opens, closes }) => {
    const midnight = (day - 1) * dayMinutes
    const [start, end] = [toMinutes(opens), toMinutes(closes)]
    return { start: midnight + start, end: midnight + end + (end <= start ? dayMinutes : 0) }
  })

function toMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** When the interval around a minute of the week ends, with the ones that follow without a gap; undefined if closed. */
function findClosing(intervals: readonly Interval[], minute: number): number | undefined {
  const contains = (at: number) =>
    intervals.find(({ start, end }) => [at, at + weekMinutes].some((each) => start <= each && each < end))
  const current = contains(minute)
  if (!current) return undefined
  let closing = current.end
  for (let next = contains(closing % weekMinutes); next && closing < minute + weekMinutes; ) {
    closing += next.end - next.start
    next = contains(closing % weekMinutes)
  }
  return closing
}

const getWeekTimeFormatter = cacheFormatters('en-US', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const nameDay = (minute: number) => weekdays[Math.floor(minute / dayMinutes) % 7]

/** The minutes of the week at the last time that was asked for, by time zone: hundreds of results share a few zones. */
const minutes = { at: Number.NaN, byZone: new Map<string, number | undefined>() }

/** The minute of the week in the time zone of the hours; undefined if there are none or the zone is unknown. */
function findMinute({ hours, timeZone }: Hours, at: Date): number | undefined {
  if (!hours || !timeZone) return undefined
  if (minutes.at !== at.getTime()) Object.assign(minutes, { at: at.getTime(), byZone: new Map() })
  if (!minutes.byZone.has(timeZone)) minutes.byZone.set(timeZone, readMinute(timeZone, at))
  return minutes.byZone.get(timeZone)
}

function readMinute(timeZone: string, at: Date): number | undefined {
  try {
    const parts = getWeekTimeFormatter(timeZone).formatToParts(at)
    const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return weekdays.indexOf(read('weekday')) * dayMinutes + Number(read('hour')) * 60 + Number(read('minute'))
  } catch {
    return undefined
  }
}

/** Formats the time of a minute: "6 PM", "5:30 PM", "midnight". */
function formatMinute(at: number): string {
  const minute = at % dayMinutes
  if (minute === 0) return text.midnight
  const hour = Math.floor(minute / 60)
  const rest = minute % 60
  const clock = `${hour % 12 || 12}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
  return `${clock} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The URL of directions to a provider; the site determines the start. */
export function directionsUrl({
  addressDisplay,
  latitude,
  longitude,
}: Pick<Provider, 'addressDisplay' | 'latitude' | 'longitude'>): string {
  const destination = addressDisplay || `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`
}
