import { waitSpans } from '../rules.ts'

const day = 24 * 60

/** Counts waiting times by span, in the order of `waitSpans`. */
export function countByWait(waits: readonly number[]): number[] {
  const counts = waitSpans.map(() => 0)
  for (const minutes of waits) {
    const span = waitSpans.findLastIndex(({ days }) => minutes >= days * day)
    counts[span] = (counts[span] ?? 0) + 1
  }
  return counts
}
