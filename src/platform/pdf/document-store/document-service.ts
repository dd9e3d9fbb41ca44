import { resolve } from 'node:path'
import { createFairQueue } from '#platform/concurrency/fair-queue.ts'
import { tooManyDocuments } from '../render-pool.ts'
import type { ChunkIndex } from './chunk-index.ts'
import { type DocumentSettings, documentOptions } from './document-settings.ts'
import type { DocumentKeys } from './encryption/document-keys.ts'
import { type EncryptedStorage, openEncryptedStorage } from './encryption/encrypted-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { openPdfWorkers, type PdfWorkers, type PdfWorkersOptions } from './pdf-worker-pool.ts'
import type { S3Options } from './s3-bucket.ts'
import { openS3Storage } from './s3-storage.ts'

/** The storage of documents, and what reads and checks them: workers, the queue for them, and the virus scanner. */
export type DocumentService = EncryptedStorage & {
  /** The workers that read the documents. */
  pdfs: PdfWorkers
  /**
   * Limits concurrent extractions, in total and per user, because each occupies a worker process. A disconnect removes
   * a queued request.
   */
  enqueueExtraction: ReturnType<typeof createFairQueue>
  /** The virus scanner that checks documents before they are stored. */
  scanCommand: readonly string[] | undefined
  /** Ends the processes that read documents. */
  close(): void
}

const extractionLimits = { concurrency: 4, concurrencyPerKey: 2, maxQueued: 48, maxQueuedPerKey: 12 }

type Options = PdfWorkersOptions & {
  scanCommand?: readonly string[] | undefined
  /** The bucket that has the documents instead of the data folder. */
  s3?: S3Options | undefined
  /** What processes share about the documents of a bucket that they have verified. */
  chunkIndex?: ChunkIndex | undefined
  /** The operator's keys; undefined if documents are stored in clear text. */
  keys?: DocumentKeys | undefined
}

/** Opens the documents of a data folder, or of a bucket, for commands that do not read their pages. */
export const openDocumentStorage = (
  dataDir: string,
  s3?: S3Options,
  { chunkIndex, keys }: Pick<Options, 'chunkIndex' | 'keys'> = {},
): EncryptedStorage =>
  openEncryptedStorage(s3 ? openS3Storage(dataDir, s3, chunkIndex) : openFolderStorage(dataDir), {
    dataDir,
    keys,
  })

/** Opens the documents where the settings say that they are. */
export function openConfiguredStorage(config: DocumentSettings & { DATA_DIR: string }): EncryptedStorage {
  const { s3, keys } = documentOptions(config)
  return openDocumentStorage(config.DATA_DIR, s3, { keys })
}

/** Opens the documents of a data folder, or of a bucket; temporary files are in the data folder either way. */
export function openDocumentService(dataDir: string, options: Options = {}): DocumentService {
  const pdfs = openPdfWorkers(resolve(dataDir), options)
  return {
    ...openDocumentStorage(dataDir, options.s3, options),
    pdfs,
    enqueueExtraction: createFairQueue({ ...extractionLimits, messages: tooManyDocuments }),
    scanCommand: options.scanCommand,
    close: pdfs.close,
  }
}
