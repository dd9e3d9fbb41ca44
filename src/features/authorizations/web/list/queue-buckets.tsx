import { IconAlertTriangle, IconCalendar, IconClock } from '@tabler/icons-react'
import { createContext, useContext, useEffect, useState } from 'react'
import { now } from '#platform/contract/clock.ts'
import { formatCompactMoney, formatMoney, sumAmounts } from '#platform/contract/money.ts'
import { dayOfInstant, formatInstant, formatInstantDay, formatTime } from '#platform/web/format-instant.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages as text } from '../../queue-messages.ts'
import { findWaitSpan, minutesPerDay, minutesPerHour, waitSpans } from '../../rules.ts'
import classes from './queue-buckets.module.css'

/** The time left that is shown as such, and not as a time of day. */
const shownMinutesLeft = 12 * minutesPerHour

type DueTime = Pick<PendingAuthorization, 'dueAt' | 'dueInMinutes'>
type DueLevel = 'overdue' | 'soon' | 'later'

/** The whole minutes since the list was loaded, so that its clocks go on. */
export const ElapsedMinutes = createContext(0)

/** Counts the minutes since an instant. */
export function useElapsedMinutes(since: number): number {
  const [at, setAt] = useState(() => now().getTime())
  useEffect(() => {
    const timer = setInterval(() => setAt(now().getTime()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((at - since) / 60_000))
}

/** Describes the time left before a due time, or the time since. */
export function describeDue(dueAt: string, minutesLeft: number): { level: DueLevel; words: string } {
  if (minutesLeft < 0) return { level: 'overdue', words: text.overdueBy(formatSpan(-minutesLeft)) }
  if (minutesLeft < shownMinutesLeft) return { level: 'soon', words: text.left(formatSpan(minutesLeft)) }
  const daysAhead = minutesLeft < 2 * minutesPerDay ? countDaysAhead(dueAt, minutesLeft) : undefined
  if (daysAhead === 0) return { level: 'soon', words: text.dueToday(formatTime(dueAt)) }
  if (daysAhead === 1) return { level: 'soon', words: text.dueTomorrow(formatTime(dueAt)) }
  return { level: 'later', words: text.dueOn(formatInstantDay(dueAt)) }
}

/** Counts the days from today, by the server's clock, to a due time. */
function countDaysAhead(dueAt: string, minutesLeft: number): number {
  const present = new Date(Date.parse(dueAt) - minutesLeft * 60_000).toISOString()
  return (Date.parse(dayOfInstant(dueAt)) - Date.parse(dayOfInstant(present))) / 86_400_000
}

function formatSpan(minutes: number): string {
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
    <time className={classes.due} data-level={level} dateTime={dueAt} title={formatInstant(dueAt)}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {words}
    </time>
  )
}

const dueBuckets = Object.keys(text.buckets) as (keyof typeof text.buckets)[]

/** The bills of one part of the queue. */
export type AgingBucket = {
  id: string
  name: string
  count: number
  /** The sums of the total charges, the currency of most bills first. */
  amounts: { currency: string; amount: string }[]
}

/** Returns a function that finds the part of the queue that a bill is in: by due time if any bill has one, or by wait. */
export function createBucketFinder(bills: readonly PendingAuthorization[], elapsed: number) {
  const hasDueTimes = bills.some(({ dueAt }) => dueAt !== null)
  const find = ({ dueAt, dueInMinutes, waitingMinutes }: PendingAuthorization): string => {
    if (!hasDueTimes) return String(findWaitSpan(waitingMinutes + elapsed).days)
    if (dueAt === null || dueInMinutes === null) return 'none'
    const minutesLeft = dueInMinutes - elapsed
    if (minutesLeft < 0) return 'overdue'
    return countDaysAhead(dueAt, minutesLeft) === 0 ? 'today' : 'later'
  }
  const names = hasDueTimes
    ? dueBuckets.map((id) => ({ id, name: text.buckets[id] }))
    : waitSpans.map(({ days, name }) => ({ id: String(days), name }))
  return { find, names }
}

/** Counts and sums the bills in each part of the queue. */
export function countBuckets(
  bills: readonly PendingAuthorization[],
  { find, names }: ReturnType<typeof createBucketFinder>,
): AgingBucket[] {
  const found = Map.groupBy(bills, find)
  return names.map(({ id, name }) => {
    const inBucket = found.get(id) ?? []
    const amounts = [...Map.groupBy(inBucket, ({ currency }) => currency)]
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([currency, charged]) => ({
        currency,
        amount: sumAmounts(charged.map(({ totalChargeAmount }) => totalChargeAmount)),
      }))
    return { id, name, count: inBucket.length, amounts }
  })
}

type AgingFilterProps = {
  buckets: readonly AgingBucket[]
  /** The id of the chosen part; empty for the whole queue. */
  chosen: string
  onChoose: (id: string) => void
}

/** The parts of the queue with their counts and amounts, as buttons that filter. */
export function AgingFilter({ buckets, chosen, onChoose }: AgingFilterProps) {
  const isByDue = buckets.some(({ id }) => id === 'overdue')
  const shown = buckets.filter(({ id, count }) => id !== 'none' || count > 0 || id === chosen)
  return (
    <fieldset aria-label={isByDue ? text.due : messages.aging.title} className={classes.aging}>
      {shown.map(({ id, name, count, amounts }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          data-late={(count > 0 && isLate(id)) || undefined}
          title={text.bucketTitle(
            name,
            count.toLocaleString('en-US'),
            amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(', '),
          )}
          onClick={() => onChoose(id === chosen ? '' : id)}
        >
          <span className={classes.count}>{count.toLocaleString('en-US')}</span> <span>{name}</span>{' '}
          <span className={classes.amounts}>
            {amounts.map(({ amount, currency }) => formatCompactMoney(amount, currency)).join(' · ')}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const longWaitDays = 31
const isLate = (id: string) => id === 'overdue' || Number(id) >= longWaitDays
