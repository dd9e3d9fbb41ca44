import { formatCompactMoney, formatMoney, sumAmounts } from '#platform/contract/money.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages as text } from '../../queue-messages.ts'
import { findWaitSpan, waitSpans } from '../../rules.ts'
import { countDaysAhead } from '../due-label.tsx'
import classes from './queue-filter.module.css'

const dueBuckets = Object.keys(text.buckets) as (keyof typeof text.buckets)[]

/** The bills of one part of the queue. */
export type Bucket = {
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
): Bucket[] {
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

type QueueFilterProps = {
  buckets: readonly Bucket[]
  /** The id of the chosen part; empty for the whole queue. */
  chosen: string
  onChoose: (id: string) => void
}

/** The parts of the queue with their counts and amounts, as buttons that filter. */
export function QueueFilter({ buckets, chosen, onChoose }: QueueFilterProps) {
  const isByDue = buckets.some(({ id }) => id === 'overdue')
  const shown = buckets.filter(({ id, count }) => id !== 'none' || count > 0 || id === chosen)
  return (
    <fieldset aria-label={isByDue ? text.due : messages.waitSpans.title} className={classes.buckets}>
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
