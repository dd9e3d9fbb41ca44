import { createFairQueue } from './fair-queue.ts'
import { problemMessages } from './problem-messages.ts'

/** The number of a visitor's searches that may wait for each one that runs. */
const queuedPerRunning = 16

const messages = { full: problemMessages.tooManySearches, shareFull: problemMessages.tooManySearches }

/** Limits concurrent searches per visitor and queues the others. Visitors do not wait for each other. */
export const createSearchQueue = (concurrency: number) =>
  createFairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerKey: concurrency,
    maxQueued: Number.POSITIVE_INFINITY,
    maxQueuedPerKey: concurrency * queuedPerRunning,
    messages,
  })
