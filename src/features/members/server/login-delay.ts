const second = 1000
/** How long a failure counts. */
const windowMs = 60 * second
/** The delays of successive responses after too many failures, in seconds. */
const delaySteps = [1, 2, 4, 8, 16, 30]
/** The delay of all further responses. From then on, wrong passwords are rejected with 429 instead of 401. */
const maxDelayMs = 30 * second

/** The recent attempts under one throttle key. */
export type ThrottleState = {
  failedAt: readonly Date[]
  /** The number of `delaySteps` used up. */
  level: number
  /** When the latest response is due. */
  answeredAt: Date
}

/**
 * The limits of a throttle key: the failures per minute before delays start, whether failures after all delay steps
 * are rejected, and how many logins may wait.
 */
export type ThrottleLimit = { maxFailures: number; rejectsFailures: boolean; queueCapacity: number }

/** The delay of a response, whether a failure is rejected, and how many delay steps the attempt used up. */
export type AppliedDelay = { waitMs: number; isRejected: boolean; levelsAdded: number }

/** Records an attempt, which counts as failed until it is undone. */
export function recordFailure(
  before: ThrottleState,
  { maxFailures, rejectsFailures }: ThrottleLimit,
  at: Date,
): AppliedDelay & { state: ThrottleState } {
  const recent = before.failedAt.filter((each) => each > addMs(at, -windowMs))
  const isSlowed = before.level > 0 && before.answeredAt > addMs(at, -windowMs)
  const level = isSlowed ? before.level : 0
  const wait = isSlowed || recent.length >= maxFailures ? delaySteps[level] : 0
  const waitMs = wait === undefined ? maxDelayMs : wait * second
  const levelsAdded = wait ? 1 : 0
  const answeredAt = latest(before.answeredAt, addMs(at, waitMs))
  const state = { failedAt: [...recent, at], level: level + levelsAdded, answeredAt }
  return { waitMs, isRejected: rejectsFailures && wait === undefined, levelsAdded, state }
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms)
const latest = (one: Date, other: Date) => (one > other ? one : other)

/** Removes the latest attempt from the state, because it does not count as failed. */
export const undoFailure = (state: ThrottleState, levelsAdded: number): ThrottleState => ({
  ...state,
  failedAt: state.failedAt.slice(0, -1),
  level: Math.max(0, state.level - levelsAdded),
})
