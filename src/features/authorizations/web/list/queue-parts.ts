import { sumAmounts } from '#platform/contract/money.ts'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages as text } from '../../queue-messages.ts'
import { findWaitSpan, minutesPerDay, waitSpans } from '../../rules.ts'
import { countDaysAhead } from '../due-label.tsx'
import { filterBills, type PendingFilter } from './pending-filter.ts'

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
    // Skip the slow time zone conversion: more than two days is always later.
    if (minutesLeft > 2 * minutesPerDay) return 'later'
    return countDaysAhead(dueAt, minutesLeft) === 0 ? 'today' : 'later'
  }
  const names = hasDueTimes
    ? dueBuckets.map((id) => ({ id, name: text.buckets[id] }))
    : waitSpans.map(({ days, name }) => ({ id: String(days), name }))
  return { find, names }
}

/** The bills with a proposed approval. They are also in another part. */
export const proposed = { id: 'proposed', name: messages.proposal.mark }

/** Returns the bills that the filter lets through, and the parts of the queue that its other fields leave. */
export function divideQueue(
  bills: readonly PendingAuthorization[],
  filter: PendingFilter,
  elapsed: number,
): { rows: readonly PendingAuthorization[]; buckets: Bucket[] } {
  const { find, names } = createBucketFinder(bills, elapsed)
  const matching = filterBills(bills, filter)
  const byBucket = Map.groupBy(matching, find)
  byBucket.set(
    proposed.id,
    matching.filter(({ proposal }) => proposal !== null),
  )
  const parts = [...names, proposed]
  const isChosen = parts.some(({ id }) => id === filter.bucket)
  return {
    rows: isChosen ? (byBucket.get(filter.bucket) ?? []) : matching,
    buckets: parts.map((name) => sumBucket(name, byBucket.get(name.id) ?? [])),
  }
}

/** Counts and sums the bills in one part of the queue. */
function sumBucket(name: Pick<Bucket, 'id' | 'name'>, bills: readonly PendingAuthorization[]): Bucket {
  const amounts = [...Map.groupBy(bills, ({ currency }) => currency)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([currency, charged]) => ({
      currency,
      amount: sumAmounts(charged.map(({ totalChargeAmount }) => totalChargeAmount)),
    }))
  return { ...name, count: bills.length, amounts }
}
