import { type Customer, createFairQueue } from '../fair-queue.ts'
import { problemMessages } from '../problem-messages.ts'
import type { PrintJob } from './render-job.ts'
import { type Printer, startPrinter } from './render-worker-process.ts'
import type { Hear } from './worker-log.ts'

/** Renders documents, one at a time, in a low-priority process. */
export type Press = {
  /**
   * Renders a document as a PDF. Rejects when the queue is full for this user (429) or in total (503).
   * Deferred props are loaded only when the job starts, so a rejected one costs nothing.
   */
  pdf(maker: URL, facts: Facts, customer?: Customer): Promise<Uint8Array>
  /** Renders the pages of a document as one PNG image. */
  picture(maker: URL, facts: Facts, customer?: Customer): Promise<Uint8Array>
  /** Starts the worker if none runs and preloads this template for images; resolves when done. */
  warm(maker: URL): Promise<unknown>
  /** Stops the worker once the queue is empty; resolves then. */
  close(): Promise<void>
}

type Facts = object | (() => Promise<object>)
type Order = { maker: URL; facts: Facts; as: PrintJob['as'] }

const limits = {
  /** Jobs that may wait; another one is rejected. */
  queue: 40,
  /** Waiting jobs per user. */
  share: 12,
  /** Documents after which a worker is recycled, to bound memory leaks. */
  documentsPerPrinter: 1000,
  timeoutMs: 20_000,
}

/** The message when the queue is full. */
export const tooManyDocuments = {
  full: problemMessages.tooManyDocuments,
  shareFull: problemMessages.tooManyOfYourDocuments,
}

type PressSettings = Partial<typeof limits> & {
  /** Receives the console output of workers. */
  hear?: Hear
}

/** A render pool for this process. Its first worker starts with the first job. */
export function createRenderPool({ hear = () => {}, ...settings }: PressSettings = {}): Press {
  const { queue, share, documentsPerPrinter, timeoutMs } = { ...limits, ...settings }
  const inTurn = createFairQueue({ atOnce: 1, queue, share, says: tooManyDocuments })
  const printers = printersOf(documentsPerPrinter, () => startPrinter(timeoutMs, hear))
  const ordered = new Set<Promise<Uint8Array>>()
  let isClosed = false

  function place(order: Order, customer: Customer = {}): Promise<Uint8Array> {
    const made = inTurn(customer, async () => printers.best().print(await jobOf(order)))
    const forget = () => void ordered.delete(made)
    ordered.add(made)
    made.then(forget, forget)
    return made
  }

  return {
    pdf: (maker, facts, customer) => place({ maker, facts, as: 'pdf' }, customer),
    picture: (maker, facts, customer) => place({ maker, facts, as: 'picture' }, customer),
    warm: async (maker) => (isClosed ? undefined : printers.warm(maker.href)),
    close: async () => {
      isClosed = true
      while (ordered.size > 0) await Promise.allSettled(ordered)
      await printers.end()
    },
  }
}

async function jobOf({ maker, facts, as }: Order): Promise<PrintJob> {
  return { maker: maker.href, facts: typeof facts === 'function' ? await facts() : facts, as }
}

/** One worker at a time; the next one takes over once it is ready, so that no job waits for its start. */
function printersOf(documentsPerPrinter: number, start: () => Printer) {
  let current: Printer | undefined
  let next: Printer | undefined
  let warmed: { printer: Printer; loaded: Promise<unknown> } | undefined
  return {
    warm(maker: string): Promise<unknown> {
      const printer = this.best()
      if (warmed?.printer !== printer) warmed = { printer, loaded: printer.warm(maker) }
      return warmed.loaded
    },
    best(): Printer {
      if (current?.state === 'gone') current = undefined
      if (next?.state === 'gone') next = undefined
      if (current && current.documents >= documentsPerPrinter) next ??= start()
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
