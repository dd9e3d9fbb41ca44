import { tooLate } from '../timeout-error.ts'
import type { Printed, PrintJob, WarmUp } from './render-job.ts'
import { endedBy, errorOf } from './worker-errors.ts'
import type { Hear } from './worker-log.ts'
import { forkWorker } from './worker-process.ts'

/** A process that renders one document at a time and frees its memory when it ends. */
export type Printer = {
  state: 'starting' | 'ready' | 'gone'
  /** The number of jobs it has received. */
  documents: number
  /** The bytes of a document. Rejects if it cannot be rendered or the process ends. */
  print(job: PrintJob): Promise<Uint8Array>
  /**
   * Preloads what the first document of this template needs; resolves when done or when the process is gone.
   */
  warm(maker: string): Promise<unknown>
  /** Ends the process; resolves when it is gone. */
  end(): Promise<unknown>
}

/** Starts a worker. A job that exceeds its timeout kills the worker. */
export function startPrinter(timeoutMs: number, hear: Hear): Printer {
  const child = startProcess(hear)
  const gone = new Promise((resolve) => child.on('close', resolve))
  const warm = Promise.withResolvers<void>()
  const order = openOrder(timeoutMs, () => {
    printer.state = 'gone'
    child.kill('SIGKILL')
  })
  const printer: Printer = {
    state: 'starting',
    documents: 0,
    print(job) {
      printer.documents += 1
      child.send(job)
      return order.begin()
    },
    warm(maker) {
      child.send({ warm: maker } satisfies WarmUp)
      return Promise.race([warm.promise, gone])
    },
    end() {
      child.ref()
      child.kill('SIGKILL')
      return gone
    },
  }
  child.on('message', (said: Printed | 'ready' | 'warm') => {
    if (said === 'warm') return warm.resolve()
    if (said !== 'ready') return order.finish(madeOf(said))
    if (printer.state !== 'starting') return // It has been given up.
    printer.state = 'ready'
    order.beginTime() // The start-up time does not count toward the job's timeout.
  })
  child.on('error', order.finish)
  child.on('close', (code, signal) => {
    printer.state = 'gone'
    order.finish(endedBy('A document could not be made: its process ended.', code, signal))
  })
  return printer
}

/** The current job, until it is done, fails or times out, in which case the worker is killed too. */
function openOrder(timeoutMs: number, giveUp: () => void) {
  let order: PromiseWithResolvers<Uint8Array> | undefined
  let late: NodeJS.Timeout | undefined
  const finish = (made: Uint8Array | Error) => {
    clearTimeout(late)
    if (made instanceof Error) order?.reject(made)
    else order?.resolve(made)
    order = undefined
  }
  return {
    finish,
    beginTime: () => void late?.refresh(),
    begin() {
      order = Promise.withResolvers()
      late = setTimeout(() => {
        giveUp()
        finish(tooLate('A document'))
      }, timeoutMs)
      return order.promise
    },
  }
}

const madeOf = (said: Printed) =>
  'bytes' in said ? said.bytes : errorOf('A document could not be made.', said.fault)

/**
 * Not detached: outside the portal's session its low priority would not count (Linux, sched(7), autogroup).
 */
function startProcess(hear: Hear) {
  const child = forkWorker(new URL('./render-worker.ts', import.meta.url), hear)
  child.unref()
  child.channel?.unref()
  return child
}
