import { errorOf } from '../worker-errors.ts'
import type { Hear } from '../worker-log.ts'
import { startWorker } from '../worker-process.ts'
import type { FromDrawer, ToDrawer } from './streaming-job.ts'

export type DrawOrder = {
  /** The template module (`Drawn`) and its props. */
  maker: URL
  facts: object
  /** Called for one batch at a time, after the previous one is drawn. */
  rows: AsyncIterable<readonly unknown[]>
  /** Kills the process on abort, which ends the rendering at once. */
  signal: AbortSignal
  /** The number of rows drawn so far. */
  progress?: (rows: number) => void
  /** Receives the console output of the process. */
  hear: Hear
}

/** Without it, a process that draws many pages collects garbage too late. */
const frugal = ['--max-semi-space-size=4', '--max-old-space-size=256']

/** How long a process may be silent after it got everything it requested. */
const patienceSeconds = 30

/**
 * Renders a document in a separate low-priority process that requests its rows in batches, so neither side
 * ever holds all of them. Returns its bytes. The process ends with the document.
 */
export async function drawnBy({ maker, facts, rows, progress, ...watching }: DrawOrder) {
  watching.signal.throwIfAborted()
  const drawer = startDrawer(watching)
  const source = rows[Symbol.asyncIterator]()
  const pieces: Uint8Array[] = []
  let given = 0
  try {
    drawer.say({ maker: maker.href, facts })
    for (;;) {
      const word = await drawer.heard()
      if (word === 'done') return Buffer.concat(pieces)
      if (word === 'more') {
        progress?.(given)
        const { value = [] } = await source.next()
        given += value.length
        drawer.say({ rows: value })
      } else if ('bytes' in word) pieces.push(word.bytes)
      else throw errorOf('A document could not be drawn.', word.fault)
    }
  } finally {
    drawer.end()
    await source.return?.()
  }
}

type Watching = Pick<DrawOrder, 'signal' | 'hear'>

function startDrawer({ signal, hear }: Watching) {
  const stop = () => worker.giveUp(signal.reason)
  const silence = timeOf(patienceSeconds * 1000, () =>
    worker.giveUp(
      new Error(`A document could not be drawn: its process was silent for ${patienceSeconds} s.`),
    ),
  )
  const worker = startWorker<ToDrawer, FromDrawer>(new URL('./streaming-worker.ts', import.meta.url), {
    hear,
    flags: frugal,
    endedSentence: 'A document could not be drawn: its process ended.',
    // A request for more rows stops the timeout: now the rows take the time.
    onWord: (word) => (word === 'more' ? silence.end() : silence.begin()),
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
    heard: worker.heard,
    say(word: ToDrawer) {
      silence.begin()
      worker.say(word)
    },
  }
}

/** A restartable timer; `over` rejects when it was not stopped in time. */
function timeOf(ms: number, over: () => void) {
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
