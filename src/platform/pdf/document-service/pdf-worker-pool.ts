import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { traced } from '../../telemetry/traced.ts'
import type { Inspection } from '../extract-pages/extract-pages.ts'
import { type PdfLimits, standardLimits } from '../extract-pages/pdf-limits.ts'
import { memoryMegabytes, type OnWorkerLog, startWorker, type Worker } from '../worker-process.ts'
import type { WorkerDocument } from './document-storage.ts'
import { messages } from './messages.ts'
import { type ExtractJob, type PdfJob, type PdfOutcome, toError } from './pdf-job.ts'
import { type ServedReads, serveReads, timeoutError } from './served-files.ts'

/** A PDF as a stream of chunks. */
export type PdfPieces = { length: number; pieces: AsyncIterable<Uint8Array> }

/** What to extract; the pool names the file to write. */
type Extraction = Omit<ExtractJob, 'documents' | 'to'> & { documents: readonly WorkerDocument[] }

/** Reads stored PDFs in separate processes, so that a bad PDF can only crash its worker. */
export type PdfWorkers = {
  limits: PdfLimits
  /** Inspects a PDF. Throws `UnreadablePdfError` and `PdfLimitError`. */
  inspect(path: string): Promise<Inspection>
  /**
   * Extracts pages of stored documents into one PDF. Throws the same errors, `ResponseTooLargeError`, and those of reading
   * a served document. Stops on abort.
   */
  extract(extraction: Extraction, signal: AbortSignal): Promise<PdfPieces>
  close(): void
}

/** Reading a PDF exceeded its memory or time limit; its worker was killed. */
export class PdfLimitError extends Error {
  override name = 'PdfLimitError'
  code: string

  constructor(what: 'MEMORY' | 'TIME') {
    super(messages.overBudget[what])
    this.code = what
  }
}

/** The folder of extracts being sent, in the data folder. */
export const extractsFolder = 'extracts'

const standardBudget = {
  /** The total memory of a worker, including data outside its JavaScript heap. */
  megabytes: 700,
  extractMs: 20_000,
  inspectMs: 60_000,
}

/** Documents that exceeded the memory or time limit are rejected for this long without another attempt. */
const refusedMs = 2 * 60_000
const maxRefused = 1_000

const jobsPerWorker = 200
/** A worker is replaced if it holds more memory than this after a job. */
const megabytesAtRest = 250
const idleMs = 5 * 60_000
const memoryCheckMs = 50

/** If the system does not report a worker's memory, only the heap limit ends the worker. */
const flags = ['--max-old-space-size=768', '--max-semi-space-size=8']

export type PdfWorkersOptions = {
  onWorkerLog?: OnWorkerLog | undefined
  limits?: Partial<PdfLimits>
  budget?: Partial<typeof standardBudget>
}

type PdfWorker = Worker<PdfJob, PdfOutcome> & { jobs: number; idleTimer?: NodeJS.Timeout; reads: ServedReads }

/** Workers for the PDFs of a data folder. The first one starts with the first job. */
export function openPdfWorkers(dataDir: string, options: PdfWorkersOptions = {}): PdfWorkers {
  const limits = { ...standardLimits, ...options.limits }
  const budget = { ...standardBudget, ...options.budget }
  const extracts = join(dataDir, extractsFolder)
  const pool = new WorkerPool(options.onWorkerLog ?? (() => {}))
  const { megabytes } = budget
  const refused = new Map<string, { until: number; error: PdfLimitError }>()
  return {
    limits,
    async inspect(path) {
      const outcome = await traced('inspect document', () =>
        run(pool, { inspect: path, limits }, { megabytes, ms: budget.inspectMs }),
      )
      if ('inspection' in outcome) return outcome.inspection
      throw toError(outcome)
    },
    async extract(request, signal) {
      const { documents } = request
      const hashes = documents.map(({ sha256 }) => sha256).join(' ')
      const known = refused.get(hashes)
      if (known && known.until > performance.now()) throw known.error
      await mkdir(extracts, { recursive: true, mode: 0o700 })
      const to = join(extracts, `${randomUUID()}.pdf`)
      try {
        const outcome = await traced('extract pages', () =>
          run(
            pool,
            { ...request, documents: documents.map(toJobDocument), to, limits },
            { megabytes, ms: budget.extractMs, signal, documents },
          ),
        )
        if (!('byteLength' in outcome)) throw toError(outcome)
        return { length: outcome.byteLength, pieces: await readPieces(to, signal) }
      } catch (error) {
        if (error instanceof PdfLimitError) {
          if (refused.size >= maxRefused) refused.clear()
          refused.set(hashes, { until: performance.now() + refusedMs, error })
        }
        throw error
      } finally {
        // `readPieces` has opened it, so it can still be read.
        await rm(to, { force: true })
      }
    },
    close: () => pool.close(),
  }
}

const toJobDocument = ({ sha256, path, served }: WorkerDocument) =>
  served ? { sha256, size: served.size } : { sha256, path }

/** The limits of a job, and the documents that its worker may read. */
type Bounds = { megabytes: number; ms: number; signal?: AbortSignal; documents?: readonly WorkerDocument[] }

/** Runs a job in a worker and kills the worker if the job exceeds its limits or is aborted. */
async function run(pool: WorkerPool, job: PdfJob, bounds: Bounds): Promise<PdfOutcome> {
  const { megabytes, ms, signal, documents = [] } = bounds
  signal?.throwIfAborted()
  const worker = pool.take()
  const stop = () => worker.fail(signal?.reason)
  const lateError = () => timeoutError(worker.reads, new PdfLimitError('TIME'), messages.storeSlow)
  const late = setTimeout(() => worker.fail(lateError()), ms)
  worker.reads.documents = documents
  const watch = setInterval(() => {
    if (memoryMegabytes(worker.process) > megabytes) worker.fail(new PdfLimitError('MEMORY'))
  }, memoryCheckMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    worker.send(job)
    const outcome = await worker.received()
    pool.release(worker)
    return outcome
  } catch (error) {
    worker.end()
    // The engine exits when its heap is full.
    throw (error as { code?: unknown }).code === 'SIGABRT' ? new PdfLimitError('MEMORY') : error
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    signal?.removeEventListener('abort', stop)
  }
}

const pieceBytes = 256 * 1024

/** The chunks of a file that is already unlinked. The file is closed when reading stops. */
async function readPieces(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(path)
  const close = () => void file.close().catch(() => {})
  if (signal.aborted) close()
  signal.throwIfAborted()
  signal.addEventListener('abort', close, { once: true })
  return (async function* pieces() {
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  })()
}

/** Idle and busy workers. */
class WorkerPool {
  private readonly onWorkerLog: OnWorkerLog
  private readonly idleWorkers: PdfWorker[] = []
  private readonly all = new Set<PdfWorker>()

  constructor(onWorkerLog: OnWorkerLog) {
    this.onWorkerLog = onWorkerLog
  }

  take(): PdfWorker {
    const worker = this.idleWorkers.pop() ?? this.start()
    clearTimeout(worker.idleTimer)
    worker.jobs += 1
    return worker
  }

  release(worker: PdfWorker) {
    if (worker.jobs >= jobsPerWorker || memoryMegabytes(worker.process) > megabytesAtRest) return worker.end()
    this.idleWorkers.push(worker)
    worker.idleTimer = setTimeout(worker.end, idleMs).unref()
  }

  close() {
    for (const worker of this.all) worker.end()
  }

  private start(): PdfWorker {
    const started = startWorker<PdfJob, PdfOutcome>(new URL('./pdf-worker.ts', import.meta.url), {
      onWorkerLog: this.onWorkerLog,
      flags,
      hasSocket: true,
      exitMessage: 'A PDF could not be read: its process ended.',
      onEnd: () => this.forget(worker),
    })
    const end = () => {
      this.forget(worker)
      started.end()
    }
    const reads = serveReads(started.process.socket, started.fail)
    const worker: PdfWorker = { ...started, end, jobs: 0, reads }
    worker.process.unref()
    this.all.add(worker)
    return worker
  }

  private forget(worker: PdfWorker) {
    clearTimeout(worker.idleTimer)
    this.all.delete(worker)
    if (this.idleWorkers.includes(worker)) this.idleWorkers.splice(this.idleWorkers.indexOf(worker), 1)
  }
}
