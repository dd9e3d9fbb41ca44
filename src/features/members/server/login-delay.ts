const second = 1000
/** The window in which failures count. */
const minute = 60 * second
/** Successive response delays in seconds after too many failures. */
const waits = [1, 2, 4, 8, 16, 30]
/** The delay after the last of these. The right password is then admitted; others are rejected. */
const longest = 30 * second

/** Recent attempts for one account, address or both. */
export type Tally = {
  failedAt: readonly Date[]
  /** The number of successive delayed responses. */
  level: number
  /** When the latest of them is sent. */
  answeredAt: Date
}

/**
 * The number of failures per minute before delays start, whether failures are rejected after the longest delay, and
 * the queue limit.
 */
export type Limit = { failures: number; refuses: boolean; places: number }

/** The delay of the response, whether a failure is rejected then, and by how much this raised the level. */
export type Step = { waitMs: number; isRefused: boolean; raised: number }

/** Records one more attempt, which counts as failed until undone. */
export function nextStep(before: Tally, { failures, refuses }: Limit, at: Date): Step & { tally: Tally } {
  const recent = before.failedAt.filter((each) => each > later(at, -minute))
  const isSlowed = before.level > 0 && before.answeredAt > later(at, -minute)
  const level = isSlowed ? before.level : 0
  const wait = isSlowed || recent.length >= failures ? waits[level] : 0
  const waitMs = wait === undefined ? longest : wait * second
  const raised = wait ? 1 : 0
  const answeredAt = latest(before.answeredAt, later(at, waitMs))
  const tally = { failedAt: [...recent, at], level: level + raised, answeredAt }
  return { waitMs, isRefused: refuses && wait === undefined, raised, tally }
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
const latest = (one: Date, other: Date) => (one > other ? one : other)

/** Undoes the latest attempt, which did not fail. */
export const takenBack = (tally: Tally, raised: number): Tally => ({
  ...tally,
  failedAt: tally.failedAt.slice(0, -1),
  level: Math.max(0, tally.level - raised),
})
