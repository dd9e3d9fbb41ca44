import { createFairQueue, type Requester } from '../concurrency/fair-queue.ts'
import { problemMessages } from '../http/problem-messages.ts'
import type { RenderJob } from './render-job.ts'
import { type RenderWorker, startRenderWorker } from './start-render-worker.ts'
import type { OnWorkerLog } from './worker-process.ts'

/** Renders documents, one at a time, in a low-priority process. */
export type RenderPool = {
  /**
   * Renders a document as a PDF. Rejects when the queue is full for this user (429) or in total (503).
   * Deferred props are loaded only when the job starts, so a rejected one costs nothing.
   */
  pdf(template: URL, data: TemplateData, requester?: Requester): Promise<Uint8Array>
  /** Renders the pages of a document as one PNG image. */
  picture(template: URL, data: TemplateData, requester?: Requester): Promise<Uint8Array>
  /** Starts the worker if none is running and preloads this template for images; resolves when done. */
  warm(template: URL): Promise<unknown>
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

/** The messages for a queue that is full in total or for one user. */
export const tooManyDocuments = {
  full: problemMessages.tooManyDocuments,
  shareFull: problemMessages.tooManyOfYourDocuments,
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
  const enqueue = createFairQueue({ concurrency: 1, maxQueued, maxQueuedPerKey, messages: tooManyDocuments })
  const workers = createWorkers(jobsPerWorker, () => startRenderWorker(timeoutMs, onWorkerLog))
  const queued = new Set<Promise<Uint8Array>>()
  let isClosed = false

  function enqueueRender(renderRequest: RenderRequest, requester: Requester = {}): Promise<Uint8Array> {
    const made = enqueue(requester, async () => workers.best().render(await resolveJob(renderRequest)))
    const forget = () => void queued.delete(made)
    queued.add(made)
    made.then(forget, forget)
    return made
  }

  return {
    pdf: (template, data, requester) => enqueueRender({ template, data, as: 'pdf' }, requester),
    picture: (template, data, requester) => enqueueRender({ template, data, as: 'picture' }, requester),
    warm: async (template) => (isClosed ? undefined : workers.warm(template.href)),
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
