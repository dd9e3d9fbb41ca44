import { messages } from '../../messages.ts'
import { problem } from '../problem.ts'
import type { PrintJob } from './print-job.ts'
import { type Printer, startPrinter } from './printer.ts'

/** Makes documents, one after the other, in a thread that lets everything else go first. */
export type Press = {
  /** The document as a PDF. Refuses (503) when too many wait already. */
  pdf(maker: URL, facts: unknown): Promise<Uint8Array>
  /** The document as a picture (PNG) of its pages; it leaves the queue when the signal is aborted. */
  picture(maker: URL, facts: unknown, signal?: AbortSignal): Promise<Uint8Array>
  /** Lets its printer go as soon as nobody waits for a document; resolves then. */
  close(): Promise<void>
}

type Waiting = { job: PrintJob; resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }

const limits = {
  /** Orders that may wait; one more is refused. */
  queue: 40,
  /** Documents after which a printer is replaced: what makes pictures does not return memory. */
  documentsPerPrinter: 100,
  patienceMs: 20_000,
}
const retryAfter = 5

/** A press for this process. Its first printer starts with the first order. */
export function openPress({ queue, documentsPerPrinter, patienceMs } = limits): Press {
  const waiting: Waiting[] = []
  const printers = printersOf(documentsPerPrinter, patienceMs)
  let running: Promise<void> | undefined
  let isClosing = false

  async function run() {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await printers.best().print(next.job).then(next.resolve, next.reject)
    running = undefined
    if (isClosing) await printers.end()
  }

  async function order(job: PrintJob, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted()
    if (waiting.length >= queue) throw problem(503, messages.tooManyDocuments, { retryAfter })
    return new Promise((resolve, reject) => {
      const mine = { job, resolve, reject }
      waiting.push(mine)
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(mine)
        if (place >= 0) waiting.splice(place, 1)
        reject(signal.reason)
      })
      running ??= run()
    })
  }

  return {
    pdf: (maker, facts) => order({ maker: maker.href, facts, as: 'pdf' }),
    picture: (maker, facts, signal) => order({ maker: maker.href, facts, as: 'picture' }, signal),
    close: async () => {
      isClosing = true
      await (running ?? printers.end())
    },
  }
}

/** One printer at a time; the next takes over once it is ready to, so that nobody waits for its start. */
function printersOf(documentsPerPrinter: number, patienceMs: number) {
  let current: Printer | undefined
  let next: Printer | undefined
  return {
    best(): Printer {
      if (current?.state === 'gone') current = undefined
      if (next?.state === 'gone') next = undefined
      if (current && current.documents >= documentsPerPrinter) next ??= startPrinter(patienceMs)
      if (next?.state === 'ready') {
        void current?.end()
        current = next
        next = undefined
      }
      current ??= startPrinter(patienceMs)
      return current
    },
    end: () => Promise.all([current?.end(), next?.end()]),
  }
}
