/** A report with more rows runs in the background. */
export const rowsAtOnce = 10_000
/** A report with more rows is rejected. */
export const mostRows = 200_000

/** The response timeout, including time in the queue. */
export const timeoutMs = 120_000

/**
 * How many reports a process renders at once for waiting users in total and per user, so that one user cannot block
 * others; and how many more may queue, in total and per user.
 */
export const turns = { concurrency: 2, concurrencyPerKey: 1, maxQueued: 24, maxQueuedPerKey: 6 }

/** The query timeout of a background run, for which no request is waiting. */
export const runStatementMs = 10 * 60_000

/** How many large reports run at once across all processes, and per user. */
export const runsAtOnce = 2
export const runsOfOneAtOnce = 1
/** How many unfinished large reports a user may have. */
export const mostRunsOfOne = 4
/**
 * How many finished reports are sent at once in total and per user; how many more may queue, in total and per user;
 * and for how long.
 */
export const leaving = {
  concurrency: 48,
  concurrencyPerKey: 3,
  maxQueued: 24,
  maxQueuedPerKey: 6,
  timeoutMs: 20_000,
}
/** How long a finished large report remains available. */
export const keptMs = 60 * 60_000
/**
 * A run without a heartbeat for this long is restarted, up to a number of attempts. A failed run waits as long before
 * it is retried.
 */
export const silenceMs = 15_000
export const mostAttempts = 3
