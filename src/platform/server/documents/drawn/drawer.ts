import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromDrawer, ToDrawer } from './draw-job.ts'
import { inboxOf } from './inbox.ts'

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
  hear: (complaint: string) => void
}

/** Without it a process that draws many pages would tidy its memory up later than it has to. */
const frugal = ['--max-semi-space-size=4', '--max-old-space-size=256']

/** So long a drawer may be silent. */
const patienceMs = 30_000

/**
 * The bytes of a document that a process of its own draws, at low priority, with the rows handed over as it asks for
 * them: neither side ever holds all of them. The process ends with the document.
 */
export async function drawnBy({ maker, facts, rows, signal, progress, hear }: DrawOrder) {
  signal.throwIfAborted()
  const drawer = startDrawer(signal, hear)
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
      else throw new Error(`A document could not be drawn: ${word.fault}`)
    }
  } finally {
    drawer.end()
    await source.return?.()
  }
}

function startDrawer(signal: AbortSignal, hear: (complaint: string) => void) {
  const program = fileURLToPath(new URL('./draw-worker.ts', import.meta.url))
  const child = fork(program, { serialization: 'advanced', silent: true, execArgv: [...frugal] })
  const inbox = inboxOf<FromDrawer>()
  const end = () => void child.kill('SIGKILL')
  const late = setTimeout(end, patienceMs)
  const stop = () => {
    inbox.fail(signal.reason)
    end()
  }
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (complaint: string) => hear(complaint.trim()))
  signal.addEventListener('abort', stop, { once: true })
  child.on('message', (word: FromDrawer) => {
    late.refresh()
    inbox.take(word)
  })
  child.on('error', inbox.fail)
  child.on('close', () => {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    inbox.fail(new Error('A document could not be drawn: its process ended.'))
  })
  return {
    end,
    heard: inbox.next,
    say: (word: ToDrawer) => void child.send(word, (error) => error && inbox.fail(error)),
  }
}
