import { fairLine } from './fair-line.ts'
import type { PrintJob } from './print-job.ts'
import { type Printer, startPrinter } from './printer.ts'

/** Makes documents, one after the other, in a thread that lets everything else go first. */
export type Press = {
  /** The document as a PDF. Refuses when too many wait already: of the customer's (429) or in all (503). */
  pdf(maker: URL, facts: unknown, customer?: Customer): Promise<Uint8Array>
  /** The document as a picture (PNG) of its pages. */
  picture(maker: URL, facts: unknown, customer?: Customer): Promise<Uint8Array>
  /** Lets its printer go as soon as nobody waits for a document; resolves then. */
  close(): Promise<void>
}

/** Who wants a document: people wait in turns, and an order leaves the queue when its signal is aborted. */
export type Customer = { person?: string; hangUp?: AbortSignal }

type Waiting = { job: PrintJob; resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }

const limits = {
  /** Orders that may wait; one more is refused. */
  queue: 40,
  /** Orders of one person that may wait. */
  share: 12,
  /** Documents after which a printer is replaced: what makes pictures does not return memory. */
  documentsPerPrinter: 100,
  patienceMs: 20_000,
}

type PressSettings = Partial<typeof limits> & {
  /** What printers complain of while they make documents. */
  hear?: (complaint: string) => void
}

/** A press for this process. Its first printer starts with the first order. */
export function openPress({ hear = () => {}, ...settings }: PressSettings = {}): Press {
  const { queue, share, documentsPerPrinter, patienceMs } = { ...limits, ...settings }
  const line = fairLine<Waiting>({ queue, share })
  const printers = printersOf(documentsPerPrinter, () => startPrinter(patienceMs, hear))
  let running: Promise<void> | undefined
  let isClosing = false

  async function run() {
    for (let next = line.next(); next; next = line.next())
      await printers.best().print(next.job).then(next.resolve, next.reject)
    running = undefined
    if (isClosing) await printers.end()
  }

  async function order(job: PrintJob, { person, hangUp }: Customer = {}): Promise<Uint8Array> {
    hangUp?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const mine = { job, resolve, reject }
      line.join(mine, person)
      hangUp?.addEventListener('abort', () => {
        line.leave(mine)
        reject(hangUp.reason)
      })
      running ??= run()
    })
  }

  return {
    pdf: (maker, facts, customer) => order({ maker: maker.href, facts, as: 'pdf' }, customer),
    picture: (maker, facts, customer) => order({ maker: maker.href, facts, as: 'picture' }, customer),
    close: async () => {
      isClosing = true
      await (running ?? printers.end())
    },
  }
}

/** One printer at a time; the next takes over once it is ready to, so that nobody waits for its start. */
function printersOf(documentsPerPrinter: number, start: () => Printer) {
  let current: Printer | undefined
  let next: Printer | undefined
  return {
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
