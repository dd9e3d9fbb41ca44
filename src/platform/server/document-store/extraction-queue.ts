import { createFairQueue } from '../fair-queue.ts'
import { problemMessages } from '../problem-messages.ts'

/**
 * Limits concurrent extractions, in total and per user: files are large and stay in memory until they are
 * sent. A disconnect removes a queued request.
 */
export const enqueueExtraction = createFairQueue({
  ...{ concurrency: 4, concurrencyPerKey: 2, maxQueued: 48, maxQueuedPerKey: 12 },
  messages: { full: problemMessages.tooManyDocuments, shareFull: problemMessages.tooManyOfYourDocuments },
})
