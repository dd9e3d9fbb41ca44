import { createFairQueue } from './fair-queue.ts'
import { problemMessages } from './problem-messages.ts'

/** A visitor may have so many waiting for each one that runs. */
const waitingPerRunning = 16

const says = { full: problemMessages.tooManySearches, shareFull: problemMessages.tooManySearches }

/** Lets each visitor run only so many searches at once; more wait their turn. Visitors do not wait for each other. */
export const searchesInTurn = (atOnce: number) =>
  createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    ofOne: atOnce,
    queue: Number.POSITIVE_INFINITY,
    share: atOnce * waitingPerRunning,
    says,
  })
