import { messages } from '../messages.ts'
import { waitSpans } from '../rules.ts'

const hour = 60
const day = 24 * hour

/** Formats a waiting time: "3 days", "5 h 10 min", "12 min". */
export function formatWait(minutes: number): string {
  const { wait } = messages
  if (minutes >= day) return wait.days(Math.floor(minutes / day))
  const hours = minutes >= hour ? [`${Math.floor(minutes / hour)} ${wait.hours}`] : []
  return [...hours, `${minutes % hour} ${wait.minutes}`].join(' ')
}

/** Counts waiting times by span, in the order of `waitSpans`. */
export function countByWait(waits: readonly number[]): number[] {
  const counts = waitSpans.map(() => 0)
  for (const minutes of waits) {
    const span = waitSpans.findLastIndex(({ days }) => minutes >= days * day)
    counts[span] = (counts[span] ?? 0) + 1
  }
  return counts
}
