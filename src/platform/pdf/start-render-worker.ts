import { timeoutError } from '../http/response-timeout.ts'
import type { RenderJob, RenderResult, WarmUp } from './render-job.ts'
import { deserializeError, forkWorker, type OnWorkerLog, workerExitError } from './worker-process.ts'
/** A process that renders one document at a time and frees its memory when it ends. */
export type RenderWorker = {
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

/** Starts a worker. A job that exceeds its timeout kills the worker. */
export function startRenderWorker(timeoutMs: number, onWorkerLog: OnWorkerLog): RenderWorker {
  const child = startProcess(onWorkerLog)
  const gone = new Promise((resolve) => child.on('close', resolve))
  const warm = Promise.withResolvers<void>()
  const current = createJobSlot(timeoutMs, () => {
    worker.state = 'gone'
    child.kill('SIGKILL')
  })
  const worker: RenderWorker = {
    state: 'starting',
    documents: 0,
    render(job) {
      worker.documents += 1
      child.send(job)
      return current.begin()
    },
    warm(template) {
      child.send({ warm: template } satisfies WarmUp)
      return Promise.race([warm.promise, gone])
    },
    end() {
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
  }
  child.on('message', (message: RenderResult | 'ready' | 'warm') => {
    if (message === 'warm') return warm.resolve()
    if (message !== 'ready') return current.finish(toResult(message))
    if (worker.state !== 'starting') return // It has been given up.
    worker.state = 'ready'
    current.restartTimeout() // The start-up time does not count toward the job's timeout.
  })
  child.on('error', current.finish)
  child.on('close', (code, signal) => {
    worker.state = 'gone'
    current.finish(workerExitError('A document could not be made: its process ended.', code, signal))
  })
  return worker
}

/** The current job, until it is done, fails or times out. A timeout also kills the worker. */
function createJobSlot(timeoutMs: number, giveUp: () => void) {
  let job: PromiseWithResolvers<Uint8Array> | undefined
  let late: NodeJS.Timeout | undefined
  const finish = (made: Uint8Array | Error) => {
    clearTimeout(late)
    if (made instanceof Error) job?.reject(made)
    else job?.resolve(made)
    job = undefined
  }
  return {
    finish,
    restartTimeout: () => void late?.refresh(),
    begin() {
      job = Promise.withResolvers()
      late = setTimeout(() => {
        giveUp()
        finish(timeoutError('A document'))
      }, timeoutMs)
      return job.promise
    },
  }
}

const toResult = (message: RenderResult) =>
  'bytes' in message ? message.bytes : deserializeError('A document could not be made.', message.fault)

/**
 * Not detached: outside the portal's session its low priority would not count (Linux, sched(7), autogroup).
 */
function startProcess(onWorkerLog: OnWorkerLog) {
  const child = forkWorker(new URL('./render-worker.ts', import.meta.url), onWorkerLog)
  child.unref()
  child.channel?.unref()
  return child
}
