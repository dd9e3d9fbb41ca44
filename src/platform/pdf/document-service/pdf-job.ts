import type { Inspection, PageRange, PdfMetadata } from '../extract-pages/extract-pages.ts'
import { ResponseTooLargeError, UnreadablePdfError } from '../extract-pages/pdf-errors.ts'
import type { PdfLimits } from '../extract-pages/pdf-limits.ts'
import { deserializeError, type SerializedError } from '../worker-process.ts'

/** A job for a worker process: inspect a PDF, or extract pages into a new file. */
export type PdfJob = { limits: PdfLimits } & ({ inspect: string } | ExtractJob)

export type ExtractJob = {
  documents: readonly JobDocument[]
  /** Pages of the documents; the `file` of a range is the SHA-256 of its document. */
  ranges: readonly PageRange<string>[]
  metadata: PdfMetadata
  generated: Uint8Array | undefined
  to: string
}

/**
 * A `WorkerDocument` as the worker gets it: the path of a file, or the size of a document whose bytes the portal serves. The
 * worker asks for them by the position of the document in its job.
 */
type JobDocument = { sha256: string; path: string } | { sha256: string; size: number }

/** The result of a job: success, a rejected PDF, a disk error, or an internal error. */
export type PdfOutcome =
  | { inspection: Inspection }
  | { byteLength: number }
  | {
      refusal: 'UnreadablePdfError' | 'ResponseTooLargeError'
      message: string
      cause: SerializedError | undefined
    }
  | { fault: SerializedError; code: string | undefined }

/**
 * The file of a PDF could not be opened or read because of a disk or permission error, which the code names.
 */
export class PdfFileError extends Error {
  override name = 'PdfFileError'
  code: string

  constructor(code: string) {
    super('The file of a PDF could not be read.')
    this.code = code
  }
}

/** The error of a job that failed. */
export function toError(outcome: PdfOutcome): Error {
  if ('refusal' in outcome) {
    if (outcome.refusal === 'ResponseTooLargeError') return new ResponseTooLargeError()
    const { cause } = outcome
    return new UnreadablePdfError(
      outcome.message,
      cause ? { cause: deserializeError(cause.message, cause).cause } : {},
    )
  }
  if (!('fault' in outcome)) throw new Error('A PDF worker sent the result of another job.')
  return outcome.code
    ? new PdfFileError(outcome.code)
    : deserializeError('A PDF could not be read.', outcome.fault)
}
