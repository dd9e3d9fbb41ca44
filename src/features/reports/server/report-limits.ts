/** A report with more rows than this runs in the background. */
export const maxImmediateRows = 10_000
/** A report with more rows than this is rejected. */
export const maxRows = 200_000

/** The response timeout of a report, including time in the queue. */
export const reportTimeoutMs = 120_000

/**
 * How many immediate reports a process renders at once, and how many more may queue, in total and per user. The limits
 * per user keep one user from blocking others.
 */
export const renderQueue = { concurrency: 2, concurrencyPerKey: 1, maxQueued: 24, maxQueuedPerKey: 6 }

/** How many reports a process reads for the page at once, and how many more may queue, in total and per user. */
export const viewQueue = { concurrency: 4, concurrencyPerKey: 2, maxQueued: 40, maxQueuedPerKey: 6 }

/** How many large reports run at once across all processes, and per user. */
export const maxConcurrentRuns = 2
export const maxConcurrentRunsPerUser = 1
/** How many unfinished large reports a user may have. */
export const maxUnfinishedRunsPerUser = 4
/**
 * How many finished reports are downloaded at once, and how many more may queue, in total and per user; and how long a
 * request may queue.
 */
export const downloadQueue = {
  concurrency: 48,
  concurrencyPerKey: 3,
  maxQueued: 24,
  maxQueuedPerKey: 6,
  timeoutMs: 20_000,
}
/** How long a finished large report remains available. */
export const retentionMs = 60 * 60_000
/**
 * A run without a heartbeat for this long is restarted, up to the maximum number of attempts. A failed run
 * waits just as long before it is retried.
 */
export const heartbeatTimeoutMs = 15_000
export const maxAttempts = 3
