import { IconAlertTriangle, IconCalendar, IconClock } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import { minutesBetween } from '#platform/contract/time.ts'
import {
  dayOfInstant,
  formatInstant,
  formatInstantDay,
  formatTime,
  useMinute,
} from '#platform/web/format-instant.ts'
import type { PendingAuthorization } from '../contract.ts'
import { messages } from '../messages.ts'
import { queueMessages as text } from '../queue-messages.ts'
import { formatWait, minutesPerDay, minutesPerHour } from '../rules.ts'
import classes from './due-label.module.css'

/** The time left that is shown as such, and not as a time of day. */
const shownMinutesLeft = 12 * minutesPerHour

type DueTime = Pick<PendingAuthorization, 'dueAt' | 'dueInMinutes'>
type DueLevel = 'overdue' | 'soon' | 'later'

/** The whole minutes since the list was loaded, so that its clocks go on. */
export const ElapsedMinutes = createContext(0)

/** Counts the minutes since an instant. */
export function useElapsedMinutes(since: number): number {
  return Math.max(0, minutesBetween(since, useMinute()))
}

/** Describes the time left before a due time, or the time since. */
export function describeDue(dueAt: string, minutesLeft: number): { level: DueLevel; words: string } {
  if (minutesLeft < 0) return { level: 'overdue', words: text.overdueBy(formatWithoutRest(-minutesLeft)) }
  if (minutesLeft < shownMinutesLeft)
    return { level: 'soon', words: text.left(formatWithoutRest(minutesLeft)) }
  const daysAhead = minutesLeft < 2 * minutesPerDay ? countDaysAhead(dueAt, minutesLeft) : undefined
  if (daysAhead === 0) return { level: 'soon', words: text.dueToday(formatTime(dueAt)) }
  if (daysAhead === 1) return { level: 'soon', words: text.dueTomorrow(formatTime(dueAt)) }
  return { level: 'later', words: text.dueOn(formatInstantDay(dueAt)) }
}

/** Counts the days from today, by the server's clock, to a due time. */
export function countDaysAhead(dueAt: string, minutesLeft: number): number {
  const present = new Date(Date.parse(dueAt) - minutesLeft * 60_000).toISOString()
  return (Date.parse(dayOfInstant(dueAt)) - Date.parse(dayOfInstant(present))) / 86_400_000
}

/** Formats a time, left or overdue, in its largest unit, and at least a minute: "3 days", "5 h". `formatWait` adds the minutes. */
function formatWithoutRest(minutes: number): string {
  if (minutes < minutesPerHour) return `${Math.max(minutes, 1)} ${messages.wait.minutes}`
  if (minutes < minutesPerDay) return `${Math.floor(minutes / minutesPerHour)} ${messages.wait.hours}`
  return messages.wait.days(Math.floor(minutes / minutesPerDay))
}

const icons = { overdue: IconAlertTriangle, soon: IconClock, later: IconCalendar } as const

/** The time left for a bill, in words, with an icon and a color. */
export function DueLabel({ dueAt, dueInMinutes }: DueTime) {
  const elapsed = useContext(ElapsedMinutes)
  if (dueAt === null || dueInMinutes === null) return null
  const { level, words } = describeDue(dueAt, dueInMinutes - elapsed)
  const Icon = icons[level]
  return (
    <time className={classes.pill} data-level={level} dateTime={dueAt} title={formatInstant(dueAt)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {words}
    </time>
  )
}

/** How long a bill has been waiting. */
export function WaitLabel({ waitingMinutes }: Pick<PendingAuthorization, 'waitingMinutes'>) {
  return formatWait(waitingMinutes + useContext(ElapsedMinutes))
}
