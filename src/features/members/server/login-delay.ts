const second = 1000
/** How far back failures count. */
const minute = 60 * second
/** Seconds that answers wait, one after the other, once there were too many failures. */
const waits = [1, 2, 4, 8, 16, 30]
/** How long they wait after the last of these. Whoever has the right password is let in then; others are refused. */
const longest = 30 * second

/** The attempts of late for one account, address or both. */
export type Tally = {
  failedAt: readonly Date[]
  /** How many answers had to wait, one after the other. */
  level: number
  /** When the latest of them is answered. */
  answeredAt: Date
}

/** After how many failures in a minute answers wait; whether failures are refusals after the longest wait; how many may wait. */
export type Limit = { failures: number; refuses: boolean; places: number }

/** How long the answer waits, whether a failure is a refusal then, and how far this raised the level. */
export type Step = { waitMs: number; isRefused: boolean; raised: number }

/** What comes of one more attempt, which counts as failed until it is taken back. */
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

/** The tally without its latest attempt, which did not fail. */
export const takenBack = (tally: Tally, raised: number): Tally => ({
  ...tally,
  failedAt: tally.failedAt.slice(0, -1),
  level: Math.max(0, tally.level - raised),
})
