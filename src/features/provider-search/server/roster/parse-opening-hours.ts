import type { OpeningHours } from '../../contract.ts'

const dayNames = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
const week = dayNames.map((_, index) => index + 1)
const rulePattern = /^(?:((?:mo|tu|we|th|fr|sa|su)\b[a-z, -]*?)\s+)?(off|closed|[\d:,\s-]+)$/
const timePattern = /^([01]?\d|2[0-4]):([0-5]\d)\s*-\s*([01]?\d|2[0-4]):([0-5]\d)$/
const dayMinutes = 24 * 60
const maxIntervals = 6

type Interval = { from: number; to: number }

/**
 * Parses opening hours in a part of the notation of OpenStreetMap: "24/7", or rules for days and times such as
 * "Mo-Fr 08:00-12:00,13:00-17:00; Sa 09:00-13:00; Su off". A later rule replaces an earlier one for its days, and times
 * past midnight belong to the next day. Ignores public holidays ("PH off"). Returns undefined if the text is anything else.
 */
export function parseOpeningHours(text: string): OpeningHours[] | undefined {
  const rules = text
    .toLowerCase()
    .split(';')
    .map((rule) => rule.trim().replaceAll(/\s*[–—-]\s*/g, '-'))
  if (rules.at(-1) === '') rules.pop()
  if (rules.length === 1 && rules[0] === '24/7')
    return week.map((day) => ({ day, opens: '00:00', closes: '24:00' }))
  const times = new Map<number, Interval[]>()
  for (const rule of rules.filter((each) => !each.startsWith('ph '))) {
    const [, days, hours = ''] = rulePattern.exec(rule) ?? []
    const named = days === undefined ? week : parseDays(days)
    const intervals = /^[a-z]/.test(hours) ? [] : parseTimes(hours)
    if (hours === '' || !named || !intervals) return undefined
    for (const day of named) times.set(day, intervals)
  }
  const found = week.flatMap((day) => mergeIntervals(day, times))
  return found.length > 0 ? found : undefined
}

/** Parses "mo-we,fr"; a range may pass the end of the week. */
function parseDays(text: string): number[] | undefined {
  const days: number[] = []
  for (const part of text.split(',')) {
    const [first = 0, last = first, ...more] = part
      .trim()
      .split('-')
      .map((name) => dayNames.indexOf(name) + 1)
    if (first === 0 || last === 0 || more.length > 0) return undefined
    for (let day = first; ; day = (day % 7) + 1) {
      days.push(day)
      if (day === last) break
    }
  }
  return days
}

/** Parses "08:00-12:00,13:00-17:00" into minutes; an end before the start is on the next day. */
function parseTimes(text: string): Interval[] | undefined {
  const parts = text.split(',')
  const intervals = parts.map((part) => {
    const [, ...numbers] = timePattern.exec(part.trim()) ?? []
    const [hour = Number.NaN, minute = 0, endHour = 0, endMinute = 0] = numbers.map(Number)
    const [from, to] = [hour * 60 + minute, endHour * 60 + endMinute]
    return { from, to: to <= from ? to + dayMinutes : to }
  })
  const isValid = intervals.every(
    ({ from, to }) => from < dayMinutes && (from === 0 || to - from < dayMinutes),
  )
  return isValid && parts.length <= maxIntervals ? intervals : undefined
}

/** The day's intervals and what remains of the day before, in order and without overlaps. */
function mergeIntervals(day: number, times: ReadonlyMap<number, Interval[]>): OpeningHours[] {
  const before = times.get(day === 1 ? 7 : day - 1) ?? []
  const rest = before.filter(({ to }) => to > dayMinutes).map(({ to }) => ({ from: 0, to: to - dayMinutes }))
  const merged: Interval[] = []
  for (const { from, to } of [...rest, ...(times.get(day) ?? [])].sort((a, b) => a.from - b.from)) {
    const end = Math.min(to, dayMinutes)
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, end)
    else merged.push({ from, to: end })
  }
  return merged.map(({ from, to }) => ({ day, opens: formatTime(from), closes: formatTime(to) }))
}

const formatTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
