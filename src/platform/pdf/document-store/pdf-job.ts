import type { Inspection, PageRange, PdfMetadata } from '../extract-pages/extract-pages.ts'
import type { PdfLimits } from '../extract-pages/pdf-limits.ts'
import type { SerializedError } from '../worker-process.ts'

/** A job for a worker process: scan a PDF, or extract pages into a new file. */
export type PdfJob = { limits: PdfLimits } & ({ inspect: string } | ExtractJob)

export type ExtractJob = {
  ranges: readonly PageRange<string>[]
  metadata: PdfMetadata
  generated: Uint8Array | undefined
  to: string
}

/** The result of a job: success, a rejected PDF, a disk error, or an internal error. */
export type PdfOutcome =
  | { inspection: Inspection }
  | { bytes: number }
  | {
      refusal: 'UnreadablePdfError' | 'ResponseTooLargeError'
      message: string
      cause: SerializedError | undefined
    }
  | { fault: SerializedError; code: string | undefined }
