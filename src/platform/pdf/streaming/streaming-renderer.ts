import { timeoutError } from '../../http/response-timeout.ts'
import { deserializeError, type OnWorkerLog, type SerializedError, startWorker } from '../worker-process.ts'
import type { PageOptions, PageWriter } from './page-writer.ts'

export type StreamingJob = {
  /** The template module (`StreamingTemplate`) and its props. */
  template: URL
  data: object
  /** Read one batch at a time, each after the previous one has been drawn. */
  rows: AsyncIterable<readonly unknown[]>
  /** Kills the process on abort, which ends the rendering at once. */
  signal: AbortSignal
  /** The number of rows drawn so far. */
  progress?: (rows: number) => void
  /** Receives the console output of the process. */
  onWorkerLog: OnWorkerLog
}

/** Without these limits, a process that draws many pages collects garbage too late. */
const frugal = ['--max-semi-space-size=4', '--max-old-space-size=256']

/** How long a process may be silent after it has received everything it requested. */
const silenceTimeoutMs = 30_000

/**
 * Renders a document in a separate low-priority process that requests its rows in batches, so neither side
 * ever holds all of them. Returns its bytes. The process ends with the document.
 */
export async function renderStreaming({ template, data, rows, progress, ...watching }: StreamingJob) {
  watching.signal.throwIfAborted()
  const worker = startStreamingWorker(watching)
  const source = rows[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  let given = 0
  try {
    worker.send({ template: template.href, data })
    for (;;) {
      const message = await worker.received()
      if (message === 'done') return Buffer.concat(pieces)
      if (message === 'more') {
        progress?.(given)
        const { value = [] } = await source.next()
        given += value.length
        worker.send({ rows: value })
      } else if ('bytes' in message) pieces.push(message.bytes)
      else throw deserializeError('A document could not be drawn.', message.fault)
    }
  } finally {
    worker.end()
    await source.return?.()
  }
}

type Watching = Pick<StreamingJob, 'signal' | 'onWorkerLog'>

function startStreamingWorker({ signal, onWorkerLog }: Watching) {
  const stop = () => worker.fail(signal.reason)
  const silence = createTimer(silenceTimeoutMs, () => worker.fail(timeoutError('A document')))
  const worker = startWorker<WorkerRequest, WorkerReply>(new URL('./streaming-worker.ts', import.meta.url), {
    onWorkerLog,
    flags: frugal,
    exitMessage: 'A document could not be drawn: its process ended.',
    // A request for more rows stops the timeout: from then on, the worker waits for the rows.
    onMessage: (message) => (message === 'more' ? silence.end() : silence.begin()),
    onEnd() {
      silence.end()
      signal.removeEventListener('abort', stop)
    },
  })
  signal.addEventListener('abort', stop, { once: true })
  return {
    end() {
      silence.end()
      worker.end()
    },
    received: worker.received,
    send(message: WorkerRequest) {
      silence.begin()
      worker.send(message)
    },
  }
}

/** A restartable timer that calls `over` unless it is stopped in time. */
function createTimer(ms: number, over: () => void) {
  let timer: NodeJS.Timeout | undefined
  const end = () => clearTimeout(timer)
  return {
    begin() {
      end()
      timer = setTimeout(over, ms)
    },
    end,
  }
}

/** The exports of a streaming template module. The props come from the caller; rows follow on request. */
export type StreamingTemplate<Data, Row> = {
  pageOptions(data: Data): PageOptions
  draw(writer: PageWriter, data: Data, rows: AsyncIterable<readonly Row[]>): Promise<void>
}

/**
 * A message to the renderer process: what to draw, then rows on request. An empty batch means that there are
 * no more rows.
 */
export type WorkerRequest = { template: string; data: unknown } | { rows: readonly unknown[] }

/**
 * A message from the renderer process. A request for more rows means that the previous ones have been drawn.
 */
export type WorkerReply = 'more' | 'done' | { bytes: Uint8Array } | { fault: SerializedError }
