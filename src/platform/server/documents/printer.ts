import { Worker } from 'node:worker_threads'
import type { Printed, PrintJob } from './print-job.ts'

/** A thread that makes one document at a time. */
export type Printer = {
  state: 'starting' | 'ready' | 'gone'
  /** How many documents it was given. */
  documents: number
  /** The document's bytes. Rejects when it cannot be made, or when the thread ends over it. */
  print(job: PrintJob): Promise<Uint8Array>
  end(): Promise<unknown>
}

type Order = { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }

/** Starts a printer. A document that takes longer than it may takes the printer with it. */
export function startPrinter(patienceMs: number, hear: (complaint: string) => void): Printer {
  const thread = startThread(hear)
  let order: Order | undefined
  let late: NodeJS.Timeout | undefined

  const finish = (said: Printed) => {
    clearTimeout(late)
    if ('bytes' in said) order?.resolve(said.bytes)
    else order?.reject(new Error(`A document could not be made: ${said.fault}`))
    order = undefined
  }
  const printer: Printer = {
    state: 'starting',
    documents: 0,
    print(job) {
      printer.documents += 1
      late = setTimeout(() => void thread.terminate(), patienceMs)
      thread.postMessage(job)
      const { promise, ...settling } = Promise.withResolvers<Uint8Array>()
      order = settling
      return promise
    },
    end: () => thread.terminate(),
  }
  thread.on('message', (said: Printed | 'ready') => {
    if (said !== 'ready') return finish(said)
    printer.state = 'ready'
    // What it took to start is not the document's time.
    late?.refresh()
  })
  thread.on('error', (error) => finish({ fault: String(error) }))
  thread.on('exit', () => {
    printer.state = 'gone'
    finish({ fault: 'its thread ended.' })
  })
  return printer
}

/** What the thread writes to its console is heard instead: it would stand between the lines of the log. */
function startThread(hear: (complaint: string) => void) {
  const thread = new Worker(new URL('./press-worker.ts', import.meta.url), { stdout: true, stderr: true })
  for (const stream of [thread.stdout, thread.stderr])
    stream.setEncoding('utf8').on('data', (complaint: string) => hear(complaint.trim()))
  thread.unref()
  return thread
}
