import { createFairQueue } from '../fair-queue.ts'
import { problemMessages } from '../problem-messages.ts'

/**
 * Limits concurrent extractions, in total and per user: files are large and stay in memory until they are
 * sent. A disconnect removes a queued request.
 */
export const enqueueExtraction = createFairQueue({
  ...{ atOnce: 4, ofOne: 2, queue: 48, share: 12 },
  says: { full: problemMessages.tooManyDocuments, shareFull: problemMessages.tooManyOfYourDocuments },
})
