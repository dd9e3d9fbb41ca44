import { createFairQueue } from '../fair-queue.ts'
import { problemMessages } from '../problem-messages.ts'

/**
 * Lets only so many documents be cut from stored files at once, and of one person: files are large, and each waits in
 * memory until it has left. More wait, and leave the line with whoever hangs up.
 */
export const cutInTurn = createFairQueue({
  ...{ atOnce: 4, ofOne: 2, queue: 48, share: 12 },
  says: { full: problemMessages.tooManyDocuments, shareFull: problemMessages.tooManyOfYourDocuments },
})
