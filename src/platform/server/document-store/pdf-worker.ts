import '../documents/exit-with-parent.ts'
import '../documents/redact-console.ts'
import { rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { lowerPriority } from '../documents/lower-priority.ts'
import { faultOf } from '../documents/worker-errors.ts'
import { inspected, pdfOf } from './extract-pages.ts'
import { isBesidePdf, ResponseTooLargeError, UnreadablePdfError } from './pdf-errors.ts'
import { fileOf, openPdfFile } from './pdf-file.ts'
import type { CutJob, PdfJob, PdfOutcome } from './pdf-job.ts'
import type { PdfLimits } from './pdf-limits.ts'

let unread: string | undefined

// A user waits for the result, so it runs before reports and letters, but after the portal itself.
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.prependListener('disconnect', () => unread && rmSync(unread, { force: true }))
process.on('message', async (job: PdfJob) => process.send?.(await outcomeOf(job)))

async function outcomeOf(job: PdfJob): Promise<PdfOutcome> {
  try {
    return 'inspect' in job
      ? { inspection: await inspect(job.inspect, job.limits) }
      : { bytes: await cut(job) }
  } catch (error) {
    if (error instanceof UnreadablePdfError || error instanceof ResponseTooLargeError) {
      const cause = error.cause === undefined ? undefined : faultOf(error.cause)
      const refusal = error instanceof UnreadablePdfError ? 'UnreadablePdfError' : 'ResponseTooLargeError'
      return { refusal, message: error.message, cause }
    }
    return {
      fault: faultOf(error),
      code: isBesidePdf(error) ? (error as NodeJS.ErrnoException).code : undefined,
    }
  }
}

async function inspect(path: string, limits: PdfLimits) {
  const file = openPdfFile(path)
  try {
    return await inspected(file, limits)
  } finally {
    file.close()
  }
}

async function cut({ ranges, facts, made, to, limits }: CutJob & { limits: PdfLimits }) {
  const files = new Map([...new Set(ranges.map(({ file }) => file))].map((path) => [path, openPdfFile(path)]))
  try {
    const bytes = await pdfOf(
      ranges.map((range) => ({ ...range, file: files.get(range.file) as ReturnType<typeof openPdfFile> })),
      { ...facts, limits, made: made && fileOf(made) },
    )
    if (bytes.length > limits.fileBytes) throw new ResponseTooLargeError()
    unread = to
    write(to, bytes)
    return bytes.length
  } finally {
    for (const file of files.values()) file.close()
  }
}

/** An error here is not caused by the documents. */
function write(path: string, bytes: Uint8Array) {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw new Error('An answer could not be written.', { cause })
  }
}
