import { resolve } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { createDocumentQueue } from '#platform/concurrency/fair-queue.ts'
import { problem } from '#platform/http/problem.ts'
import { ResponseTooLargeError } from '../extract-pages/pdf-errors.ts'
import { DocumentUnavailableError, type WorkerDocument } from './document-storage.ts'
import {
  type EncryptedStorage,
  openDocumentStorage,
  type StorageOptions,
} from './encryption/encrypted-storage.ts'
import { messages } from './messages.ts'
import { PdfFileError } from './pdf-job.ts'
import {
  openPdfWorkers,
  PdfLimitError,
  type PdfPieces,
  type PdfWorkers,
  type PdfWorkersOptions,
} from './pdf-worker-pool.ts'
import type { S3Options } from './s3-bucket.ts'
import {
  createUnavailableReport,
  isDocumentUnavailable,
  type ReportUnavailable,
} from './unavailable-documents.ts'

/** The storage of documents, and what reads and checks them: workers, the queue for them, and the virus scanner. */
export type DocumentService = {
  storage: EncryptedStorage
  /** The processes that read the documents. */
  workers: PdfWorkers
  /**
   * Limits concurrent extractions, in total and per user, because each occupies a worker process. A disconnect removes
   * a queued request.
   */
  enqueueExtraction: ReturnType<typeof createDocumentQueue>
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
    enqueueExtraction: createDocumentQueue(extractionLimits),
    scanCommand: options.scanCommand,
    close: workers.close,
  }
}

/** Pages of a stored document. */
type Part = { sha256: string; first: number; last: number }

type ExtractRequest = {
  parts: readonly Part[]
  title: string
  author: string
  language?: string
  /** A generated PDF: cover pages, then for each page a strip to place above that page. */
  generated?: Uint8Array
}

/** The report of a fault, which alerts the operator, and the signal of a disconnect, which stops the work. */
type ExtractionContext = { reportUnavailable: ReportUnavailable; abortSignal: AbortSignal }

export const createExtractionContext = (request: FastifyRequest): ExtractionContext => ({
  reportUnavailable: createUnavailableReport(request),
  abortSignal: request.abortSignal,
})

/**
 * Extracts parts of stored documents into one PDF. The response is 404 if a document is missing or damaged and 503 if one
 * exceeds its memory or time limit, each with an alert; 503 while the storage cannot be reached; 413 if the parts have too
 * many pages or the PDF would be too large. A disconnect stops the work.
 */
export async function extractForResponse(
  documentService: DocumentService,
  { reportUnavailable, abortSignal }: ExtractionContext,
  { parts, generated, ...metadata }: ExtractRequest,
): Promise<PdfPieces> {
  rejectTooManyPages(documentService, parts)
  const { storage, workers } = documentService
  const documents = new Map<string, WorkerDocument>()
  try {
    for (const { sha256 } of parts)
      if (!documents.has(sha256)) documents.set(sha256, await storage.open(sha256))
    const ranges = parts.map(({ sha256, first, last }) => ({ file: sha256, first, last }))
    const request = { documents: [...documents.values()], ranges, generated, metadata }
    return await workers.extract(request, abortSignal)
  } catch (error) {
    if (error instanceof ResponseTooLargeError)
      throw problem(413, messages.extractTooLarge(workers.limits.fileBytes))
    const hashes = [...documents.keys()].join(' ')
    const fault =
      error instanceof PdfFileError
        ? new DocumentUnavailableError('DocumentUnreadable', hashes, error.code)
        : error
    if (!isDocumentUnavailable(fault)) throw error
    reportUnavailable(fault, hashes)
    throw fault instanceof PdfLimitError ? problem(503, messages.overLimits) : problem(404, messages.lost)
  }
}

/** Rejects a request for more pages than the limit before any work on them. */
export function rejectTooManyPages(
  { workers }: DocumentService,
  parts: readonly Pick<Part, 'first' | 'last'>[],
) {
  const pages = parts.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  if (pages > workers.limits.pages) throw problem(413, messages.tooManyPages(workers.limits.pages))
}

/** A 404 for a document that does not exist, has no such pages, or belongs to another client. */
export const documentNotFound = () => problem(404, messages.missing)

/** The header that shows a PDF inline and suggests this file name. */
export const contentDispositionName = (...words: (string | number)[]) =>
  `inline; filename="${words.join('-').replaceAll(/[^A-Za-z0-9-]/g, '-')}.pdf"`
