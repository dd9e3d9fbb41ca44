import type { Fault } from '../documents/worker-errors.ts'
import type { Facts, Inspection, PageRange } from './extract-pages.ts'
import type { PdfLimits } from './pdf-limits.ts'

/** What a worker process is asked for: to look a PDF through, or to cut pages and write them to a new file. */
export type PdfJob = { limits: PdfLimits } & ({ inspect: string } | CutJob)

export type CutJob = {
  ranges: readonly PageRange<string>[]
  facts: Facts
  made: Uint8Array | undefined
  to: string
}

/** How a job ended: with what was asked for, a refusal of the PDF, a fault of the disk, or a fault of ours. */
export type PdfOutcome =
  | { inspection: Inspection }
  | { bytes: number }
  | { refusal: 'UnreadablePdf' | 'AnswerTooLarge'; message: string; cause: Fault | undefined }
  | { fault: Fault; code: string | undefined }
