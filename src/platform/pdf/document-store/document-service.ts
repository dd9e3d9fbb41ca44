import { resolve } from 'node:path'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { tooManyDocuments } from '../render-pool.ts'
import {
  type EncryptedStorage,
  openDocumentStorage,
  type StorageOptions,
} from './encryption/encrypted-storage.ts'
import { openPdfWorkers, type PdfWorkers, type PdfWorkersOptions } from './pdf-worker-pool.ts'
import type { S3Options } from './s3-bucket.ts'

/** The storage of documents, and what reads and checks them: workers, the queue for them, and the virus scanner. */
export type DocumentService = {
  storage: EncryptedStorage
  /** The processes that read the documents. */
  workers: PdfWorkers
  /**
   * Limits concurrent extractions, in total and per user, because each occupies a worker process. A disconnect removes
   * a queued request.
   */
  enqueueExtraction: ReturnType<typeof createFairQueue>
  /** The virus scanner that checks documents before they are stored. */
  scanCommand: readonly string[] | undefined
  /** Ends the workers. */
  close(): void
}

const extractionLimits = { concurrency: 4, concurrencyPerKey: 2, maxQueued: 48, maxQueuedPerKey: 12 }

type Options = PdfWorkersOptions &
  StorageOptions & {
    scanCommand?: readonly string[] | undefined
    /** The bucket that has the documents instead of the data folder. */
    s3?: S3Options | undefined
  }

/** Opens the documents of a data folder, or of a bucket; temporary files are in the data folder either way. */
export function openDocumentService(dataDir: string, options: Options = {}): DocumentService {
  const workers = openPdfWorkers(resolve(dataDir), options)
  return {
    storage: openDocumentStorage(dataDir, options.s3, options),
    workers,
    enqueueExtraction: createFairQueue({ ...extractionLimits, messages: tooManyDocuments }),
    scanCommand: options.scanCommand,
    close: workers.close,
  }
}
