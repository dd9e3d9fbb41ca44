import { createDocumentQueue, type Requester } from '../concurrency/fair-queue.ts'
import { timeoutError } from '../http/response-timeout.ts'
import type { QueueState } from '../telemetry/process-metrics.ts'
import { traced } from '../telemetry/traced.ts'
import type { RenderJob, RenderReply, RenderResult, WarmUp } from './render-job.ts'
import { deserializeError, type OnWorkerLog, startWorker } from './worker-process.ts'

/** Renders documents, one at a time, in a low-priority process. */
export type RenderPool = {
  /**
   * Renders a document as a PDF. Rejects when the queue is full for this user (429) or in total (503).
   * Deferred data are loaded only when the job starts, so a rejected one costs nothing.
   */
  pdf(template: URL, data: TemplateData, requester?: Requester): Promise<Uint8Array>
  /** Renders the pages of a document as one PNG image. */
  picture(template: URL, data: TemplateData, requester?: Requester): Promise<Uint8Array>
  /** Starts the worker if none is running and preloads this template for images; resolves when done. */
  warm(template: URL): Promise<unknown>
  /** The numbers of documents that wait and that are being rendered. */
  readState(): QueueState
  /** Stops the worker once the queue is empty, and then resolves. */
  close(): Promise<void>
}

type TemplateData = object | (() => Promise<object>)
type RenderRequest = { template: URL; data: TemplateData; as: RenderJob['as'] }

const limits = {
  /** The maximum number of waiting jobs; further ones are rejected. */
  maxQueued: 40,
  /** The maximum number of waiting jobs per user. */
  maxQueuedPerKey: 12,
  /** The number of documents after which a worker is recycled, to bound memory leaks. */
  jobsPerWorker: 1000,
  timeoutMs: 20_000,
}

type RenderPoolSettings = Partial<typeof limits> & {
  /** Receives the console output of workers. */
  onWorkerLog?: OnWorkerLog
}

/** Creates a render pool for this process. Its first worker starts with the first job. */
export function createRenderPool({
  onWorkerLog = () => {},
  ...settings
}: RenderPoolSettings = {}): RenderPool {
  const { maxQueued, maxQueuedPerKey, jobsPerWorker, timeoutMs } = { ...limits, ...settings }
  const enqueue = createDocumentQueue({ concurrency: 1, maxQueued, maxQueuedPerKey })
  const workers = createWorkers(jobsPerWorker, () => startRenderWorker(timeoutMs, onWorkerLog))
  const queued = new Set<Promise<Uint8Array>>()
  let isClosed = false

  function enqueueRender(renderRequest: RenderRequest, requester: Requester = {}): Promise<Uint8Array> {
    const made = traced(`render ${renderRequest.as}`, () =>
      enqueue(requester, async () => workers.best().render(await resolveJob(renderRequest))),
    )
    const forget = () => void queued.delete(made)
    queued.add(made)
    made.then(forget, forget)
    return made
  }

  return {
    pdf: (template, data, requester) => enqueueRender({ template, data, as: 'pdf' }, requester),
    picture: (template, data, requester) => enqueueRender({ template, data, as: 'picture' }, requester),
    warm: async (template) => (isClosed ? undefined : workers.warm(template.href)),
    readState: enqueue.readState,
    close: async () => {
      isClosed = true
      while (queued.size > 0) await Promise.allSettled(queued)
      await workers.end()
    },
  }
}

async function resolveJob({ template, data, as }: RenderRequest): Promise<RenderJob> {
  return { template: template.href, data: typeof data === 'function' ? await data() : data, as }
}

/** One worker at a time; the next one takes over once it is ready, so that no job waits for its start. */
function createWorkers(jobsPerWorker: number, start: () => RenderWorker) {
  let current: RenderWorker | undefined
  let next: RenderWorker | undefined
  let warmed: { worker: RenderWorker; loaded: Promise<unknown> } | undefined
  return {
    warm(template: string): Promise<unknown> {
      const worker = this.best()
      if (warmed?.worker !== worker) warmed = { worker, loaded: worker.warm(template) }
      return warmed.loaded
    },
    best(): RenderWorker {
      if (current?.state === 'gone') current = undefined
      if (next?.state === 'gone') next = undefined
      if (current && current.documents >= jobsPerWorker) next ??= start()
      if (next?.state === 'ready') {
        void current?.end()
        current = next
        next = undefined
      }
      current ??= start()
      return current
    },
    end: () => Promise.all([current?.end(), next?.end()]),
  }
}

/** A process that renders one document at a time and frees its memory when it ends. */
type RenderWorker = {
  state: 'starting' | 'ready' | 'gone'
  /** The number of jobs it has received. */
  documents: number
  /** Renders a document and returns its bytes. Rejects if it cannot be rendered or the process ends. */
  render(job: RenderJob): Promise<Uint8Array>
  /**
   * Preloads what the first document of this template needs; resolves when done or when the process is gone.
   */
  warm(template: string): Promise<unknown>
  /** Ends the process; resolves when it is gone. */
  end(): Promise<unknown>
}

const program = new URL('./render-worker.ts', import.meta.url)

/** Starts a worker. A job that exceeds its timeout kills the worker. */
function startRenderWorker(timeoutMs: number, onWorkerLog: OnWorkerLog): RenderWorker {
  const warm = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const started = startWorker<RenderJob | WarmUp, RenderReply>(program, {
    onWorkerLog,
    exitMessage: 'A document could not be rendered: its process ended.',
    onMessage(message) {
      if (message === 'warm') warm.resolve()
      // A worker that has been given up is not ready.
      if (message === 'ready' && worker.state === 'starting') worker.state = 'ready'
    },
    onEnd() {
      worker.state = 'gone'
      gone.resolve()
    },
  })
  started.process.unref()
  const worker: RenderWorker = {
    state: 'starting',
    documents: 0,
    async render(job) {
      worker.documents += 1
      const late = setTimeout(() => {
        worker.state = 'gone'
        started.fail(timeoutError('A document'))
      }, timeoutMs)
      try {
        started.send(job)
        for (;;) {
          const message = await started.received()
          // The start-up time does not count toward the job's timeout.
          if (message === 'ready') late.refresh()
          else if (message !== 'warm') return readBytes(message)
        }
      } finally {
        clearTimeout(late)
      }
    },
    warm(template) {
      started.send({ warm: template })
      return Promise.race([warm.promise, gone.promise])
    },
    end() {
      started.process.ref()
      started.end()
      return gone.promise
    },
  }
  return worker
}

/** The bytes of a result. Throws the error of a document that could not be rendered. */
function readBytes(result: RenderResult): Uint8Array {
  if ('bytes' in result) return result.bytes
  throw deserializeError('A document could not be rendered.', result.fault)
}
