import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as breath } from 'node:timers/promises'

const runBytes = 48 * 1024 * 1024
const runRows = 2 ** 16
const longestLine = 256 * 1024
const pieceBytes = 512 * 1024
const rowsToABreath = 64

/**
 * Sorts lines by their order in runs of 65,536 rows or 48 MB and writes each run to a stream, while the next is
 * gathered: the memory is two runs, whatever the number of lines. An order is a whole number below 2³⁶.
 * Gathering stops for breath every few rows, so that the stream's other end never waits for what is sorted.
 */
export function sortedRuns(sink: Writable) {
  let gathering = newRun()
  let spare = newRun()
  let writing: Promise<void> = Promise.resolve()
  const ended = finished(sink)
  ended.catch(() => {})

  return {
    /** Takes a line; gives a promise to wait for when there was no room, or when it is time for breath. */
    add(line: string, order: number): Promise<void> | undefined {
      if (!gathering.hasRoom()) return turn().then(() => gathering.add(line, order))
      gathering.add(line, order)
      return gathering.size() % rowsToABreath === 0 ? breath() : undefined
    },
    async end() {
      await turn()
      await writing
      sink.end()
      await ended
    },
    abort: (error: Error) => void sink.destroy(error),
  }

  async function turn() {
    await writing
    ;[gathering, spare] = [spare, gathering]
    const full = spare
    writing = write(full)
    writing.catch(() => {})
  }

  async function write(run: Run) {
    for (const piece of run.pieces()) {
      // A COPY that has failed meanwhile cannot be written to, and does not say so.
      await Promise.race([ended, undefined])
      if (!sink.write(piece)) await Promise.race([drained(sink), ended])
    }
    run.clear()
  }
}

type Run = ReturnType<typeof newRun>

function newRun() {
  const bytes = Buffer.allocUnsafeSlow(runBytes)
  const starts = new Uint32Array(runRows + 1)
  const orders = new Float64Array(runRows)
  let count = 0
  let used = 0

  return {
    size: () => count,
    hasRoom: () => count < runRows && used < runBytes - longestLine,
    add(line: string, order: number) {
      orders[count] = order * runRows + count
      used += bytes.write(line, used)
      count += 1
      starts[count] = used
    },
    clear() {
      count = 0
      used = 0
    },
    /** The lines in their order, some hundreds of kilobytes at a time. */
    *pieces(): Generator<Buffer> {
      let piece = Buffer.allocUnsafe(pieceBytes)
      let filled = 0
      for (const order of orders.subarray(0, count).sort()) {
        const at = order % runRows
        const [start = 0, end = 0] = starts.subarray(at, at + 2)
        if (filled + end - start > piece.length) {
          yield piece.subarray(0, filled)
          piece = Buffer.allocUnsafe(pieceBytes)
          filled = 0
        }
        filled += bytes.copy(piece, filled, start, end)
      }
      if (filled > 0) yield piece.subarray(0, filled)
    },
  }
}

const drained = (sink: Writable) => new Promise<void>((resolve) => sink.once('drain', resolve))
