import { rmSync, writeFileSync } from 'node:fs'
import { extractPages, inspectPdf } from '../extract-pages/extract-pages.ts'
import { isNotPdfError, ResponseTooLargeError, UnreadablePdfError } from '../extract-pages/pdf-errors.ts'
import { openPdfFile, type PdfFile, toPdfFile } from '../extract-pages/pdf-file.ts'
import type { PdfLimits } from '../extract-pages/pdf-limits.ts'
import { finishStartup } from '../worker-bootstrap.ts'
import { serializeError } from '../worker-process.ts'
import type { ExtractJob, PdfJob, PdfOutcome } from './pdf-job.ts'
import { openServedFile } from './served-files.ts'

/** The file of the last extract. If the portal ends before it has read the file, this process removes it. */
let lastExtract: string | undefined

finishStartup()
process.prependListener('disconnect', () => lastExtract && rmSync(lastExtract, { force: true }))
process.on('message', async (job: PdfJob) => process.send?.(await runJob(job)))

async function runJob(job: PdfJob): Promise<PdfOutcome> {
  try {
    return 'inspect' in job
      ? { inspection: await inspect(job.inspect, job.limits) }
      : { byteLength: await extract(job) }
  } catch (error) {
    if (error instanceof UnreadablePdfError || error instanceof ResponseTooLargeError) {
      const cause = error.cause === undefined ? undefined : serializeError(error.cause)
      const refusal = error instanceof UnreadablePdfError ? 'UnreadablePdfError' : 'ResponseTooLargeError'
      return { refusal, message: error.message, cause }
    }
    return {
      fault: serializeError(error),
      code: isNotPdfError(error) ? (error as NodeJS.ErrnoException).code : undefined,
    }
  }
}

async function inspect(path: string, limits: PdfLimits) {
  const file = openPdfFile(path)
  try {
    return await inspectPdf(file, limits)
  } finally {
    file.close()
  }
}

async function extract({
  documents,
  ranges,
  metadata,
  generated,
  to,
  limits,
}: ExtractJob & { limits: PdfLimits }) {
  const files = new Map<string, PdfFile & { close?(): void }>()
  try {
    for (const [position, document] of documents.entries())
      files.set(
        document.sha256,
        'path' in document ? openPdfFile(document.path) : openServedFile(position, document.size),
      )
    const bytes = await extractPages(
      ranges.map((range) => ({ ...range, file: files.get(range.file) as PdfFile })),
      { ...metadata, limits, generated: generated && toPdfFile(generated) },
    )
    if (bytes.length > limits.fileBytes) throw new ResponseTooLargeError()
    lastExtract = to
    write(to, bytes)
    return bytes.length
  } finally {
    for (const file of files.values()) file.close?.()
  }
}

/** An error here is not caused by the documents. */
function write(path: string, bytes: Uint8Array) {
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    throw new Error('An extract could not be written.', { cause })
  }
}
