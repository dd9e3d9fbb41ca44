import { errorOf } from '../worker-errors.ts'
import type { Hear } from '../worker-log.ts'
import { startWorker } from '../worker-process.ts'
import type { FromDrawer, ToDrawer } from './streaming-job.ts'

export type DrawOrder = {
  /** The module that draws it (`Drawn`), and the facts it is drawn from. */
  maker: URL
  facts: object
  /** Asked for one batch after the other, each when the one before stands on paper. */
  rows: AsyncIterable<readonly unknown[]>
  /** Ends the process when it is aborted; so the drawing ends at once. */
  signal: AbortSignal
  /** How many rows stand on paper by now. */
  progress?: (rows: number) => void
  /** What the process complains of. */
  hear: Hear
}

/** Without it a process that draws many pages would tidy its memory up later than it has to. */
const frugal = ['--max-semi-space-size=4', '--max-old-space-size=256']

/** So long a drawer may be silent while it has everything that it asked for. */
const patienceSeconds = 30

/**
 * The bytes of a document that a process of its own draws, at low priority, with the rows handed over as it asks for
 * them: neither side ever holds all of them. The process ends with the document.
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
    // Who asked for more waits: from now on it is the rows that take their time.
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

/** A stretch of time that is measured anew each time it begins; `over` when one was not ended in time. */
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
