import { createFairQueue } from './fair-queue.ts'
import { problemMessages } from './problem-messages.ts'

/** Waiting searches per visitor for each one that runs. */
const waitingPerRunning = 16

const says = { full: problemMessages.tooManySearches, shareFull: problemMessages.tooManySearches }

/** Limits concurrent searches per visitor and queues the others. Visitors do not wait for each other. */
export const searchesInTurn = (atOnce: number) =>
  createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    ofOne: atOnce,
    queue: Number.POSITIVE_INFINITY,
    share: atOnce * waitingPerRunning,
    says,
  })
