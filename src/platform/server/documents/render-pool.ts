import { type Customer, createFairQueue } from '../fair-queue.ts'
import { problemMessages } from '../problem-messages.ts'
import type { PrintJob } from './render-job.ts'
import { type Printer, startPrinter } from './render-worker-process.ts'
import type { Hear } from './worker-log.ts'

/** Makes documents, one after the other, in a process that lets everything else go first. */
export type Press = {
  /**
   * The document as a PDF. Refuses when too many wait already: of the customer's (429) or in all (503). Facts that have
   * to be fetched are when it is the order's turn: one that is refused costs nothing.
   */
  pdf(maker: URL, facts: Facts, customer?: Customer): Promise<Uint8Array>
  /** The document as a picture (PNG) of its pages. */
  picture(maker: URL, facts: Facts, customer?: Customer): Promise<Uint8Array>
  /** Starts the printer, if none runs, and loads what its first picture of this maker would wait for; resolves then. */
  warm(maker: URL): Promise<unknown>
  /** Lets its printer go as soon as nobody waits for a document; resolves then. */
  close(): Promise<void>
}

type Facts = object | (() => Promise<object>)
type Order = { maker: URL; facts: Facts; as: PrintJob['as'] }

const limits = {
  /** Orders that may wait; one more is refused. */
  queue: 40,
  /** Orders of one person that may wait. */
  share: 12,
  /** Documents after which a printer is replaced, so that whatever it may keep of each comes to an end. */
  documentsPerPrinter: 1000,
  timeoutMs: 20_000,
}

/** What whoever finds too many documents waiting is told. */
export const tooManyDocuments = {
  full: problemMessages.tooManyDocuments,
  shareFull: problemMessages.tooManyOfYourDocuments,
}

type PressSettings = Partial<typeof limits> & {
  /** What printers complain of while they make documents. */
  hear?: Hear
}

/** A press for this process. Its first printer starts with the first order. */
export function openPress({ hear = () => {}, ...settings }: PressSettings = {}): Press {
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

/** One printer at a time; the next takes over once it is ready to, so that nobody waits for its start. */
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
